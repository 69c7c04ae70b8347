package io.staunch.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.staunch.error.ConfigurationException;
import io.staunch.error.RefusedException;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PostgresTablesIT extends TablesOn {
    PostgresTablesIT() {
        super(Place.postgres());
    }

    record Event(long id) {}

    record Word(long id, String word) {}

    @Override
    String[] triggerOfLines() {
        return new String[] {
            "create function refuse() returns trigger language plpgsql as $$ begin if new.name = 'hush' then"
                    + " raise exception 'no %', new.name; end if; return new; end $$",
            "create trigger refusing before insert on lines for each row execute function refuse()"
        };
    }

    /** By its size alone, and only where it is indexed. */
    @Test
    void aValueThatIsTooLargeForAnIndexIsRefused() throws Exception {
        place.run("create table words (id bigint primary key, word text unique)");
        var letters = new Random(7);
        String large = letters.ints(9_000, 'a', 'z' + 1)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
        try (var writing = Writing.started(JdbcSink.writeAhead(place.database(), "words", Word.class)
                .createLedger()
                .setAside("words_refused"))) {
            writing.apply(1, new Word(1, "a"), new Word(2, large), new Word(3, "c"));
        }
        assertThat(place.rows("select id from words order by id")).containsExactly("1", "3");
        assertThat(place.rows("select reason from words_refused"))
                .singleElement()
                .asString()
                .startsWith("a value is larger than the database takes");
    }

    @Test
    void aTableThatACrashOfTheServerEmptiesIsRefusedAndSoIsOneWithSuchAPartition() {
        place.run(
                "create unlogged table events (id bigint primary key)",
                "create table days (id bigint primary key) partition by range (id)",
                "create table days_1 partition of days for values from (0) to (10)",
                "create unlogged table days_2 partition of days for values from (10) to (20)");
        refused("events", "table events is UNLOGGED", "ALTER TABLE events SET LOGGED");
        refused("days", "table days_2 is UNLOGGED", "ALTER TABLE days_2 SET LOGGED");
    }

    /** What is set aside in one would be gone without a word. */
    @Test
    void soAreSuchALedgerAndSuchATableToSetRecordsAsideIn() {
        place.run(
                "create table events (id bigint primary key)",
                "create unlogged table other_ledger (id int)",
                "create table other_ledger_identity (id int)",
                "create unlogged table aside (job int)");
        var sink = JdbcSink.writeAhead(place.database(), "events", Event.class);
        assertThat(catchThrowable(() -> Writing.started(sink.ledger("other_ledger"))))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("table other_ledger is UNLOGGED");
        assertThat(catchThrowable(() -> Writing.started(sink.createLedger().setAside("aside"))))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("ALTER TABLE aside SET LOGGED");
    }

    private void refused(String table, String... parts) {
        var sink = JdbcSink.writeAhead(place.database(), table, Event.class).createLedger();
        assertThat(catchThrowable(() -> new Writing<>(sink)))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContainingAll(parts)
                .hasMessageNotContaining("days_1");
    }
}
