package io.staunch.testkit.table;

import static io.staunch.testkit.table.DatabaseWorld.KEYED;
import static io.staunch.testkit.table.DatabaseWorld.LIST;
import static io.staunch.testkit.table.DatabaseWorld.refused;
import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.testkit.simulation.world.SimulatedProcess;
import io.staunch.testkit.table.DatabaseException.Reason;
import org.junit.jupiter.api.Test;

class PreparedTest {
    private final DatabaseWorld world = new DatabaseWorld();

    @Test
    void whatIsPreparedIsSeenByNobodyAndKeepsItsRows() {
        world.writing("k", "prepared").prepare("x");

        assertThat(world.database().rows(KEYED)).isEmpty();
        refused(Reason.LOCK_TIMEOUT, () -> world.session().write(Write.upsert(KEYED, "k", "other")));
        assertThat(world.session().prepared())
                .extracting(PreparedTransaction::id)
                .containsExactly("x");
    }

    @Test
    void itOutlivesItsProcessAndTheServerAndIsCommittedByAnybody() {
        SimulatedProcess process = world.process();
        DatabaseSession session = world.session(process);
        session.begin();
        session.write(Write.append(LIST, "a"));
        session.prepare("x");
        process.die();
        world.later();
        world.database().restart();
        world.later();

        world.session().commitPrepared("x");

        assertThat(world.listed()).containsExactly("a");
        assertThat(world.database().unfinished()).isEmpty();
    }

    @Test
    void itIsRolledBackByAnybody() {
        world.writing("k", "prepared").prepare("x");

        world.session().rollbackPrepared("x");

        assertThat(world.session().write(Write.insert(KEYED, "k", "other"))).isEqualTo(1);
    }

    @Test
    void finishingOneThatIsNotThereIsRefused() {
        world.writing("k", "prepared").prepare("x");
        world.session().commitPrepared("x");

        refused(Reason.UNKNOWN_PREPARED, () -> world.session().commitPrepared("x"));
        refused(Reason.UNKNOWN_PREPARED, () -> world.session().rollbackPrepared("x"));
    }

    @Test
    void theSessionGoesOnWithATransactionOfItsOwn() {
        DatabaseSession session = world.writing("k", "prepared");
        session.prepare("x");
        session.begin();
        session.write(Write.append(LIST, "next"));
        session.commit();

        assertThat(world.listed()).containsExactly("next");
        session.commitPrepared("x");
        assertThat(world.database().rows(KEYED)).containsEntry("k", "prepared");
    }

    @Test
    void oneWithoutAStatementIsPreparedToo() {
        DatabaseSession session = world.session();
        session.begin();
        session.prepare("empty");

        session.commitPrepared("empty");

        assertThat(world.database().unfinished()).isEmpty();
    }

    @Test
    void anIdIsTakenUntilItIsFinishedAndTheSecondIsRolledBack() {
        world.writing("a", 1).prepare("x");
        DatabaseSession second = world.writing("b", 2);

        refused(Reason.PREPARED_EXISTS, () -> second.prepare("x"));

        world.session().commitPrepared("x");
        assertThat(world.session().write(Write.insert(KEYED, "b", 3))).isEqualTo(1);
        assertThat(second.write(Write.append(LIST, "usable"))).isEqualTo(1);
    }

    @Test
    void oneThatHasFailedIsRolledBackInsteadOfPrepared() {
        DatabaseSession session = world.writing("k", 1);
        refused(Reason.DUPLICATE_KEY, () -> session.write(Write.insert(KEYED, "k", 2)));

        refused(Reason.TRANSACTION_ABORTED, () -> session.prepare("x"));

        assertThat(world.database().unfinished()).isEmpty();
        assertThat(session.write(Write.insert(KEYED, "k", 3))).isEqualTo(1);
    }

    @Test
    void thereIsALimit() {
        var small = new DatabaseWorld(DatabaseFaults.none().mostPrepared(1));
        small.writing("a", 1).prepare("x");

        refused(Reason.TOO_MANY_PREPARED, () -> small.writing("b", 2).prepare("y"));

        assertThat(small.session().write(Write.insert(KEYED, "b", 3))).isEqualTo(1);
        small.session().commitPrepared("x");
        small.writing("c", 3).prepare("z");
    }

    @Test
    void aDatabaseThatForgetsDropsItWithItsSession() {
        var forgetful = new DatabaseWorld(DatabaseFaults.none().forgettingPrepared());
        DatabaseSession session = forgetful.writing("k", "lost");
        session.prepare("x");
        session.close();
        forgetful.later();

        refused(Reason.UNKNOWN_PREPARED, () -> forgetful.session().commitPrepared("x"));

        DatabaseSession kept = forgetful.writing("k", "kept");
        kept.prepare("y");
        kept.commitPrepared("y");
        assertThat(forgetful.database().rows(KEYED)).containsEntry("k", "kept");
    }
}
