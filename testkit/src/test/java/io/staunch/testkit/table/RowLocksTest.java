package io.staunch.testkit.table;

import static io.staunch.testkit.table.DatabaseWorld.KEYED;
import static io.staunch.testkit.table.DatabaseWorld.LIST;
import static io.staunch.testkit.table.DatabaseWorld.refused;
import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.testkit.simulation.world.SimulatedProcess;
import io.staunch.testkit.table.DatabaseException.Reason;
import org.junit.jupiter.api.Test;

class RowLocksTest {
    private final DatabaseWorld world = new DatabaseWorld();

    @Test
    void aWriteWaitsForTheHolderAndComesAfterIt() {
        DatabaseSession holder = world.writing("k", "first");
        world.soon(holder::commit);

        world.session().write(Write.upsert(KEYED, "k", "second"));

        assertThat(world.database().rows(KEYED)).containsEntry("k", "second");
    }

    @Test
    void aReadDoesNotWait() {
        world.put("k", "old");
        DatabaseSession holder = world.writing("k", "new");

        assertThat(world.session().read(KEYED, "k")).contains("old");
        holder.commit();
    }

    @Test
    void aReadThatTakesTheRowWaitsAndSeesWhatTheHolderHasCommitted() {
        world.put("k", "old");
        DatabaseSession holder = world.writing("k", "new");
        world.soon(holder::commit);
        DatabaseSession reader = world.session();
        reader.begin();

        assertThat(reader.lock(KEYED, "k")).contains("new");

        refused(Reason.LOCK_TIMEOUT, () -> world.session().write(Write.update(KEYED, "k", "later")));
        reader.rollback();
        assertThat(world.session().write(Write.update(KEYED, "k", "later"))).isEqualTo(1);
    }

    @Test
    void aRowThatIsNotThereCannotBeTaken() {
        DatabaseSession one = world.session();
        DatabaseSession two = world.session();
        one.begin();
        two.begin();
        assertThat(one.lock(KEYED, "k")).isEmpty();
        assertThat(two.lock(KEYED, "k")).isEmpty();

        one.write(Write.insert(KEYED, "k", "one"));
        world.soon(one::commit);

        refused(Reason.DUPLICATE_KEY, () -> two.write(Write.insert(KEYED, "k", "two")));
    }

    @Test
    void anInsertWaitsForOneThatIsNotCommittedAndGoesInIfThatIsUndone() {
        DatabaseSession holder = world.writing("k", "first");
        world.soon(holder::rollback);

        assertThat(world.session().write(Write.insert(KEYED, "k", "second"))).isEqualTo(1);
    }

    @Test
    void anInsertWaitsForOneWhoRemovesTheRow() {
        world.put("k", "old");
        DatabaseSession holder = world.session();
        holder.begin();
        holder.write(Write.delete(KEYED, "k"));
        world.soon(holder::commit);

        assertThat(world.session().write(Write.insert(KEYED, "k", "new"))).isEqualTo(1);
    }

    @Test
    void whoWaitsTooLongIsToldForWhomAndHasLostItsTransaction() {
        DatabaseSession holder = world.writing("k", "held");
        DatabaseSession waiting = world.session();
        waiting.begin();
        waiting.write(Write.append(LIST, "a"));

        refused(Reason.LOCK_TIMEOUT, () -> waiting.write(Write.upsert(KEYED, "k", "waits")));
        refused(Reason.TRANSACTION_ABORTED, waiting::commit);

        holder.commit();
        assertThat(world.database().rows(KEYED)).containsEntry("k", "held");
        assertThat(world.listed()).isEmpty();
    }

    @Test
    void ofTwoWhoWaitForEachOtherOneIsRefusedAndTheOtherGoesOn() {
        DatabaseSession one = world.writing("a", 1);
        DatabaseSession two = world.writing("b", 2);
        world.soon(() -> refused(Reason.DEADLOCK, () -> two.write(Write.upsert(KEYED, "a", 2))));

        assertThat(one.write(Write.upsert(KEYED, "b", 1))).isEqualTo(1);
        one.commit();

        assertThat(world.database().rows(KEYED)).containsEntry("a", 1).containsEntry("b", 1);
        refused(Reason.TRANSACTION_ABORTED, two::commit);
    }

    @Test
    void theRowsOfADeadProcessAreFreeOnceTheServerHasNoticed() {
        SimulatedProcess process = world.process();
        DatabaseSession dead = world.session(process);
        dead.begin();
        dead.write(Write.upsert(KEYED, "k", "never"));
        process.die();
        DatabaseSession next = world.session();
        world.later();

        assertThat(next.write(Write.upsert(KEYED, "k", "next"))).isEqualTo(1);
        assertThat(world.database().rows(KEYED)).containsEntry("k", "next");
    }

    @Test
    void theRowsOfASessionThatIsClosedAreFree() {
        world.writing("k", "never").close();

        assertThat(world.session().write(Write.upsert(KEYED, "k", "next"))).isEqualTo(1);
    }
}
