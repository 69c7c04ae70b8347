package io.staunch.testkit.table;

import static io.staunch.testkit.table.DatabaseWorld.KEYED;
import static io.staunch.testkit.table.DatabaseWorld.LIST;
import static io.staunch.testkit.table.DatabaseWorld.first;
import static io.staunch.testkit.table.DatabaseWorld.refused;
import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.testkit.simulation.world.FaultAction;
import io.staunch.testkit.simulation.world.SimulatedProcess;
import io.staunch.testkit.table.DatabaseException.Reason;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

class DatabaseFaultsTest {
    @Test
    void aCommitWhoseAnswerIsLostIsThere() {
        var world = new DatabaseWorld(first(FaultAction.LOSE_ANSWER, "table.commit"));
        DatabaseSession session = world.writing("k", "there");

        refused(Reason.CONNECTION_LOST, session::commit);

        assertThat(world.database().rows(KEYED)).containsEntry("k", "there");
        assertThat(session.over()).isTrue();
        refused(Reason.CLOSED, () -> session.read(KEYED, "k"));
    }

    @Test
    void aCommitThatIsLostIsNotThereAndHoldsItsRowsUntilTheServerNotices() {
        var world = new DatabaseWorld(first(FaultAction.LOSE_REQUEST, "table.commit"));
        DatabaseSession session = world.writing("k", "never");

        refused(Reason.CONNECTION_LOST, session::commit);
        world.later();

        assertThat(world.database().rows(KEYED)).isEmpty();
        assertThat(world.session().write(Write.insert(KEYED, "k", "next"))).isEqualTo(1);
    }

    @Test
    void aCommitThatWasGivenUpArrivesLateAlsoIfItsProcessIsDeadByThen() {
        var world = new DatabaseWorld(first(FaultAction.DELAY_REQUEST, "table.commit"));
        SimulatedProcess process = world.process();
        DatabaseSession session = world.session(process);
        session.begin();
        session.write(Write.append(LIST, "late"));

        process.run(() -> {
            world.soon(process::die);
            session.commit();
        });
        assertThat(process.alive()).isFalse();
        world.later();

        assertThat(world.listed()).containsExactly("late");
    }

    @Test
    void aWriteOfADeadProcessThatWaitsForARowIsCarriedOutByTheServer() {
        var world = new DatabaseWorld();
        DatabaseSession holder = world.writing("k", "first");
        SimulatedProcess process = world.process();
        DatabaseSession zombie = world.session(process);

        process.run(() -> {
            world.soon(process::die);
            zombie.write(Write.upsert(KEYED, "k", "zombie"));
        });
        holder.commit();
        world.later();

        assertThat(world.database().rows(KEYED)).containsEntry("k", "zombie");
    }

    /** Found by seeds 60050047 and 60058037: the row of a dead client was held for longer than jobs are watched without faults. */
    @Test
    void rowsOfDeadClientsAreFreeSoonOnceThereAreNoFaultsAnyMore() {
        var world = new DatabaseWorld();
        for (int key = 0; key < 50; key++) {
            SimulatedProcess process = world.process();
            DatabaseSession session = world.session(process);
            session.begin();
            session.write(Write.upsert(KEYED, key, "never"));
            process.die();
        }
        DatabaseSession next = world.session();
        next.read(KEYED, 0);

        world.database().calm();
        for (int key = 0; key < 50; key++) {
            next.write(Write.upsert(KEYED, key, "next"));
        }
        assertThat(world.database().rows(KEYED)).hasSize(50).doesNotContainValue("never");
    }

    @Test
    void aPrepareThatArrivesLateIsThereAfterSomebodyHasLooked() {
        var world = new DatabaseWorld(first(FaultAction.DELAY_REQUEST, "table.prepare"));
        DatabaseSession session = world.writing("k", "late");
        List<String> seen = new ArrayList<>();
        world.database().standStill();
        world.soon(() -> {
            world.database().unfinished().forEach(each -> seen.add(each.id()));
        });

        refused(Reason.CONNECTION_LOST, () -> session.prepare("x"));
        assertThat(seen).isEmpty();
        world.database().goOn();
        world.later();

        assertThat(world.database().unfinished())
                .extracting(PreparedTransaction::id)
                .containsExactly("x");
    }

    @Test
    void aProcessThatDiesAfterItsCommitHasCommitted() {
        var world = new DatabaseWorld(first(FaultAction.CRASH_AFTER, "table.commit"));
        SimulatedProcess process = world.process();
        DatabaseSession session = world.session(process);
        process.run(() -> {
            session.begin();
            session.write(Write.append(LIST, "there"));
            session.commit();
        });

        assertThat(process.alive()).isFalse();
        assertThat(world.listed()).containsExactly("there");
    }

    @ParameterizedTest
    @EnumSource(
            value = FaultAction.class,
            mode = Mode.INCLUDE,
            names = {"LOSE_REQUEST", "REFUSE", "CRASH"})
    void aTransactionOneOfWhoseWritesIsLostOrRefusedLeavesNothing(FaultAction action) {
        var world = new DatabaseWorld(first(action, "table.write"));
        SimulatedProcess process = world.process();
        DatabaseSession session = world.session(process);
        process.run(() -> {
            session.begin();
            try {
                session.write(Write.append(LIST, "a"));
            } catch (DatabaseException e) {
                assertThat(e.reason()).isIn(Reason.CONNECTION_LOST, Reason.REFUSED);
            }
            refused(
                    session.over() ? Reason.CLOSED : Reason.TRANSACTION_ABORTED,
                    () -> session.write(Write.append(LIST, "b")));
            refused(session.over() ? Reason.CLOSED : Reason.TRANSACTION_ABORTED, session::commit);
        });
        world.later();

        assertThat(world.listed()).isEmpty();
    }

    @Test
    void aCommitThatIsRefusedIsRolledBackAndTheSessionGoesOn() {
        var world = new DatabaseWorld(first(FaultAction.REFUSE, "table.commit"));
        DatabaseSession session = world.writing("k", "never");

        refused(Reason.REFUSED, session::commit);

        assertThat(session.write(Write.insert(KEYED, "k", "next"))).isEqualTo(1);
    }

    @Test
    void aRestartEndsSessionsAndKeepsWhatIsCommitted() {
        var world = new DatabaseWorld();
        world.put("a", "committed");
        DatabaseSession session = world.writing("b", "open");

        world.database().restart();

        refused(Reason.CONNECTION_LOST, session::commit);
        world.later();
        assertThat(world.session().read(KEYED, "a")).contains("committed");
        assertThat(world.session().write(Write.insert(KEYED, "b", "free"))).isEqualTo(1);
    }

    @Test
    void whoIsPatientGetsAnAnswerFromOneThatStandsStill() {
        var world = new DatabaseWorld();
        DatabaseSession session = world.session();
        world.database().standStill();
        world.soon(() -> world.database().goOn());

        assertThat(session.write(Write.append(LIST, "a"))).isEqualTo(1);
    }

    @Test
    void fromOneThatStandsStillForLongNoConnectionIsHadAndAWriteArrivesLater() {
        var world = new DatabaseWorld();
        DatabaseSession session = world.session();
        world.database().standStill();

        refused(Reason.UNAVAILABLE, world::session);
        refused(Reason.CONNECTION_LOST, () -> session.write(Write.append(LIST, "late")));
        assertThat(world.listed()).isEmpty();
        world.database().goOn();
        world.later();

        assertThat(world.listed()).containsExactly("late");
    }

    @Test
    void withoutRoomNothingIsWrittenOrPreparedAndWhatWasWrittenIsCommitted() {
        var world = new DatabaseWorld();
        DatabaseSession written = world.writing("a", "fits");
        DatabaseSession preparing = world.writing("b", "fits, too");
        world.database().fill();

        refused(Reason.FULL, () -> world.session().write(Write.append(LIST, "no room")));
        refused(Reason.FULL, () -> preparing.prepare("x"));
        written.commit();

        world.database().makeRoom();
        assertThat(world.database().rows(KEYED)).containsOnlyKeys("a");
        assertThat(world.session().write(Write.append(LIST, "room"))).isEqualTo(1);
    }

    @Test
    void aSessionMayBeEndedInTheMiddleOfATransaction() {
        var faults = new DatabaseFaults(0, 0, 0, 1, 300, 20, true);
        var world = new DatabaseWorld(faults);
        DatabaseSession session = world.writing("k", "never");
        world.later();

        refused(Reason.CONNECTION_LOST, session::commit);

        assertThat(world.database().rows(KEYED)).isEmpty();
    }
}
