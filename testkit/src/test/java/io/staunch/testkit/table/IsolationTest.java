package io.staunch.testkit.table;

import static io.staunch.testkit.table.DatabaseWorld.KEYED;
import static io.staunch.testkit.table.DatabaseWorld.LIST;
import static io.staunch.testkit.table.DatabaseWorld.refused;
import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.testkit.table.DatabaseException.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class IsolationTest {
    private final DatabaseWorld world = new DatabaseWorld();

    @Test
    void nobodySeesWhatIsNotCommitted() {
        DatabaseSession writer = world.writing("k", "new");
        writer.write(Write.append(LIST, "row"));

        assertThat(writer.read(KEYED, "k")).contains("new");
        assertThat(world.session().read(KEYED, "k")).isEmpty();
        assertThat(world.database().rows(KEYED)).isEmpty();
        assertThat(world.listed()).isEmpty();

        writer.commit();

        assertThat(world.session().read(KEYED, "k")).contains("new");
        assertThat(world.listed()).containsExactly("row");
    }

    @Test
    void aStatementSeesWhatWasCommittedSinceTheOneBefore() {
        world.put("k", "old");
        DatabaseSession reader = world.session();
        reader.begin();
        assertThat(reader.read(KEYED, "k")).contains("old");

        world.put("k", "new");

        assertThat(reader.read(KEYED, "k")).contains("new");
    }

    @Test
    void whatIsRolledBackWasNever() {
        DatabaseSession writer = world.writing("k", "new");
        writer.rollback();

        assertThat(world.database().rows(KEYED)).isEmpty();
        assertThat(writer.read(KEYED, "k")).isEmpty();
    }

    @Test
    void aTransactionOverSeveralTablesBecomesVisibleUnderOneNumber() {
        DatabaseSession writer = world.writing("k", "first");
        writer.write(List.of(
                Write.append(LIST, "a"),
                Write.upsert(KEYED, "k", "last"),
                Write.append(LIST, "b"),
                Write.delete(KEYED, "missing")));
        world.put("other", "in between");
        writer.commit();

        List<CommittedChange> keyed = new ArrayList<>();
        new TableReader(world.database(), KEYED).read(keyed::add);
        List<CommittedChange> list = new ArrayList<>();
        new TableReader(world.database(), LIST).read(list::add);

        assertThat(keyed)
                .containsExactly(
                        new CommittedChange(1, "other", "in between", 2, 0),
                        new CommittedChange(2, "k", "first", 1, 0),
                        new CommittedChange(2, "k", "last", 1, 0));
        assertThat(list)
                .containsExactly(new CommittedChange(2, null, "a", 1, 0), new CommittedChange(2, null, "b", 1, 0));
    }

    @Test
    void aCallOutsideOfATransactionIsOne() {
        DatabaseSession session = world.session();

        assertThat(session.write(List.of(Write.append(LIST, "a"), Write.append(LIST, "b"))))
                .isEqualTo(2);
        refused(
                Reason.DUPLICATE_KEY,
                () -> session.write(
                        List.of(Write.append(LIST, "c"), Write.insert(KEYED, "k", 1), Write.insert(KEYED, "k", 2))));

        assertThat(world.listed()).containsExactly("a", "b");
        assertThat(session.write(Write.append(LIST, "d"))).isEqualTo(1);
    }

    @Test
    void writesTellHowManyRowsTheyChanged() {
        DatabaseSession session = world.session();

        assertThat(session.write(Write.update(KEYED, "k", 1))).isZero();
        assertThat(session.write(Write.insert(KEYED, "k", 1))).isEqualTo(1);
        assertThat(session.write(Write.update(KEYED, "k", 2))).isEqualTo(1);
        assertThat(world.database().rows(KEYED)).isEqualTo(Map.of("k", 2));
        assertThat(session.write(Write.delete(KEYED, "k"))).isEqualTo(1);
        assertThat(session.write(Write.delete(KEYED, "k"))).isZero();
    }

    @Test
    void afterAnErrorTheTransactionTakesNothingMoreAndItsCommitTells() {
        DatabaseSession session = world.writing("k", 1);
        refused(Reason.DUPLICATE_KEY, () -> session.write(Write.insert(KEYED, "k", 2)));

        refused(Reason.TRANSACTION_ABORTED, () -> session.read(KEYED, "k"));
        refused(Reason.TRANSACTION_ABORTED, () -> session.write(Write.append(LIST, "a")));
        refused(Reason.TRANSACTION_ABORTED, session::commit);

        assertThat(world.database().rows(KEYED)).isEmpty();
        session.begin();
        session.write(Write.append(LIST, "b"));
        session.commit();
        assertThat(world.listed()).containsExactly("b");
    }

    @Test
    void afterAnErrorARollbackMakesItUsableAgain() {
        DatabaseSession session = world.writing("k", 1);
        refused(Reason.UNKNOWN_TABLE, () -> session.write(Write.append("nowhere", "a")));
        session.rollback();

        assertThat(session.write(Write.append(LIST, "b"))).isEqualTo(1);
    }

    @Test
    void tablesAreOfOneKindAndKeepTheirIdentity() {
        DatabaseSession session = world.session();

        String id = session.createIfMissing("ledger", TableKind.KEYED);
        assertThat(session.createIfMissing("ledger", TableKind.KEYED)).isEqualTo(id);
        refused(Reason.WRONG_KIND, () -> session.createIfMissing("ledger", TableKind.APPEND_ONLY));
        refused(Reason.WRONG_KIND, () -> session.write(Write.append("ledger", "row")));

        world.database().dropTable("ledger");
        assertThat(session.tableId("ledger")).isEmpty();
        assertThat(session.createIfMissing("ledger", TableKind.KEYED)).isNotEqualTo(id);
    }

    @Test
    void callsInTheWrongPlaceAreRefusedAndSendNothing() {
        DatabaseSession session = world.session();
        refused(Reason.WRONG_STATE, session::commit);
        refused(Reason.WRONG_STATE, session::rollback);
        refused(Reason.WRONG_STATE, () -> session.prepare("x"));
        refused(Reason.WRONG_STATE, () -> session.lock(KEYED, "k"));
        session.begin();
        refused(Reason.WRONG_STATE, session::begin);
        refused(Reason.WRONG_STATE, () -> session.commitPrepared("x"));
        refused(Reason.WRONG_STATE, () -> session.createIfMissing("t", TableKind.KEYED));
        session.commit();
        session.close();
        refused(Reason.CLOSED, () -> session.read(KEYED, "k"));
    }
}
