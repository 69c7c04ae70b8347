package io.staunch.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.staunch.error.ConfigurationException;
import io.staunch.error.RefusedException;
import io.staunch.sink.RefusedRecordException;
import io.staunch.sink.RefusedRecordsException;
import io.staunch.sink.SinkConnection;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.TimeZone;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** And what only MariaDB makes of tables. */
class MariaTablesIT extends TablesOn {
    MariaTablesIT() {
        super(Place.maria());
    }

    @Override
    String[] triggerOfLines() {
        return new String[] {
            "create trigger refusing before insert on lines for each row if new.name = 'hush' then"
                    + " signal sqlstate '45000' set message_text = 'no hush'; end if"
        };
    }

    record Event(long id) {}

    record Moment(long id, Instant at) {}

    record Word(long id, String word) {}

    record Share(long id, double share) {}

    record Price(long id, BigDecimal price) {}

    record Count(String name, long n) {}

    @Test
    void aTableOfAnEngineWithoutTransactionsIsRefusedAndSoIsSuchALedger() {
        place.run(
                "create table events (id bigint primary key) engine = MyISAM",
                "create table safe (id bigint primary key)",
                "create table other_ledger (id int) engine = Aria",
                "create table other_ledger_identity (id int)",
                "create table aside (job int) engine = MyISAM");
        assertThat(catchThrowable(() -> new Writing<>(JdbcSink.writeAhead(place.database(), "events", Event.class)
                        .createLedger())))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("table `events` is of engine MyISAM")
                .hasMessageContaining("ALTER TABLE `events` ENGINE = InnoDB");
        assertThat(catchThrowable(() -> Writing.started(JdbcSink.writeAhead(place.database(), "safe", Event.class)
                        .ledger("other_ledger"))))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("table `other_ledger` is of engine Aria");
        assertThat(catchThrowable(() -> Writing.started(JdbcSink.writeAhead(place.database(), "safe", Event.class)
                        .createLedger()
                        .setAside("aside"))))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("table `aside` is of engine MyISAM");
    }

    /** Whatever the zone of this process, also in the hour that it has twice and in the one that it has not. */
    @Test
    void momentsAreTheSameInAnyZone() throws Exception {
        place.run("create table moments (id bigint primary key, at timestamp(6) with time zone not null)");
        TimeZone before = TimeZone.getDefault();
        Instant[] moments = {
            Instant.parse("2026-10-25T00:30:00.123456789Z"),
            Instant.parse("2026-10-25T01:30:00Z"),
            Instant.parse("2026-03-29T01:30:00Z"),
            Instant.parse("2038-01-19T03:14:07.999999Z")
        };
        TimeZone.setDefault(TimeZone.getTimeZone("Europe/Berlin"));
        try (var writing = Writing.started(
                JdbcSink.writeAhead(place.database(), "moments", Moment.class).createLedger())) {
            for (int i = 0; i < moments.length; i++) {
                writing.apply(i + 1, new Moment(i, moments[i]));
            }
        } finally {
            TimeZone.setDefault(before);
        }
        assertThat(place.rows("select unix_timestamp(at) from moments order by id"))
                .containsExactly("1792888200.123456", "1792891800.000000", "1774747800.000000", "2147483647.999999");
    }

    @Test
    void whatMariaDbHasNoValueForIsRefusedBeforeItIsKept() throws Exception {
        place.run(
                "create table moments (id bigint primary key, at timestamp(6) with time zone not null)",
                "create table shares (id bigint primary key, share double not null)",
                "create table words (id bigint primary key, word longtext not null)");
        var moments =
                JdbcSink.writeAhead(place.database(), "moments", Moment.class).createLedger();
        var shares =
                JdbcSink.writeAhead(place.database(), "shares", Share.class).createLedger();
        var words = JdbcSink.writeAhead(place.database(), "words", Word.class).createLedger();
        try (var one = new Writing<>(moments);
                var two = new Writing<>(shares);
                var three = new Writing<>(words)) {
            assertThat(one).isNotSameAs(two).isNotSameAs(three);
            assertThat(catchThrowable(() -> moments.check(new Moment(1, Instant.EPOCH))))
                    .isInstanceOf(RefusedRecordException.class)
                    .hasMessageContaining("1970-01-01T00:00:01Z");
            assertThat(catchThrowable(() -> shares.check(new Share(1, Double.NaN))))
                    .isInstanceOf(RefusedRecordException.class)
                    .hasMessageContaining("NaN");
            assertThat(catchThrowable(() -> words.check(new Word(1, "x".repeat(9 << 20)))))
                    .isInstanceOf(RefusedRecordException.class)
                    .hasMessageContaining("max_allowed_packet");
        }
    }

    /** Also where the server's sql_mode would change them. */
    @Test
    void valuesThatDoNotFitAreRefusedAndNeverChanged() throws Exception {
        place.run(
                "set global sql_mode = ''",
                "create table words (id bigint auto_increment primary key, word varchar(5) character set latin1 not null)");
        try (var writing = Writing.started(JdbcSink.writeAhead(place.database(), "words", Word.class)
                .createLedger()
                .setAside("words_refused"))) {
            writing.apply(1, new Word(0, "a"), new Word(1, "\u0142"), new Word(2, "b"));
        } finally {
            place.run("set global sql_mode = default");
        }
        assertThat(place.rows("select id, word from words order by id")).containsExactly("0,a", "2,b");
        assertThat(place.rows("select record, reason from words_refused"))
                .singleElement()
                .asString()
                .startsWith("2,a value can't be converted");
    }

    @Test
    void namesOfColumnsAreTheSameInCapitals() throws Exception {
        place.run("create table `Odd` (`ID` bigint, `Word` varchar(5), primary key (`ID`))");
        var sink = JdbcSink.upsert(place.database(), "Odd", Word.class)
                .rename("word", "WORD")
                .key("Id")
                .createLedger();
        try (SinkConnection<TableRow> connection = sink.connect(sinkContext(), ANY)) {
            connection.write(sink.encoder(sinkContext()).encode(new Word(1, "a"), 0), 1);
            connection.write(sink.encoder(sinkContext()).encode(new Word(1, "b"), 0), 2);
            connection.flush();
        }
        assertThat(place.rows("select * from `Odd`")).containsExactly("1,b");
    }

    /** One insert would overwrite the row that has the same other value. */
    @Test
    void anUpsertIsRefusedWhereAnotherUniqueIndexCouldBeInTheWay() {
        place.run("create table words (id bigint primary key, word varchar(5) not null unique)");
        var sink =
                JdbcSink.upsert(place.database(), "words", Word.class).key("id").createLedger();
        assertThat(catchThrowable(() -> sink.connect(sinkContext(), ANY)))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("unique index over [word] beside the key [id]");
    }

    /** One that the usual collation, or an index over the beginning alone, takes for the same. */
    @Test
    void anUpsertDoesNotOverwriteTheRowOfAnotherKey() throws Exception {
        place.run(
                "create table folded (name varchar(20) character set utf8mb4 collate utf8mb4_general_ci primary key, n bigint)",
                "create table cut (name varchar(20) not null, n bigint, unique (name(3)))");
        assertRefused("folded", "Abc", "abc");
        assertRefused("folded", "Abc", "Abc ");
        assertRefused("folded", "Abc", "\u00c1bc");
        assertRefused("cut", "Abcd", "Abce");
    }

    private void assertRefused(String table, String key, String other) throws Exception {
        var sink = JdbcSink.upsert(place.database(), table, Count.class)
                .key("name")
                .createLedger();
        try (SinkConnection<TableRow> connection = sink.connect(sinkContext(), ANY)) {
            var encoder = sink.encoder(sinkContext());
            connection.write(encoder.encode(new Count(key, 1), 0), 1);
            connection.write(encoder.encode(new Count(other, 2), 0), 2);
            connection.write(encoder.encode(new Count("else", 3), 0), 3);
            Throwable error = catchThrowable(connection::flush);
            assertThat(error).isInstanceOf(RefusedRecordsException.class).hasMessageNotContaining(other);
            assertThat(((RefusedRecordsException) error).refused())
                    .singleElement()
                    .satisfies(each -> {
                        assertThat(each.origin()).isEqualTo(2);
                        assertThat(each.reason()).contains("the key of another row");
                    });
        }
        try (SinkConnection<TableRow> connection = sink.connect(sinkContext(), ANY)) {
            var encoder = sink.encoder(sinkContext());
            connection.write(encoder.encode(new Count(key, 1), 0), 1);
            connection.flush();
            connection.write(encoder.encode(new Count(key, 4), 0), 4);
            connection.flush();
        }
        assertThat(place.rows("select * from " + table)).containsExactly(key + ",4");
    }

    @Test
    void aNumberWithoutASignIsRoundedNoMoreThanAnother() throws Exception {
        place.run("create table prices (id bigint unsigned primary key, price decimal(5, 2) unsigned not null)");
        var sink = JdbcSink.writeAhead(place.database(), "prices", Price.class).createLedger();
        try (var writing = Writing.started(sink)) {
            assertThat(catchThrowable(() -> sink.check(new Price(1, new BigDecimal("1.239")))))
                    .isInstanceOf(RefusedRecordException.class)
                    .hasMessageContaining("it would be rounded");
            var fits = new Price(1, new BigDecimal("1.23"));
            sink.check(fits);
            writing.apply(1, fits);
        }
        assertThat(place.rows("select id, price from prices")).containsExactly("1,1.23");
    }

    /** The driver does not know how much the server takes at once. */
    @Test
    void aBatchThatIsLongerThanThePacketOfTheServerGoesOverInParts() throws Exception {
        place.run(
                "set global max_allowed_packet = 1048576",
                "create table words (id bigint primary key, word varchar(5000) not null)");
        try (var writing = Writing.started(
                JdbcSink.writeAhead(place.database(), "words", Word.class).createLedger())) {
            writing.apply(
                    1,
                    LongStream.range(0, 1_000)
                            .mapToObj(i -> new Word(i, "x".repeat(4_000)))
                            .toArray(Word[]::new));
        } finally {
            place.run("set global max_allowed_packet = default");
        }
        assertThat(place.rows("select count(*) from words")).containsExactly("1000");
    }

    /** Names of jobs that a careless collation takes for the same. */
    @Test
    void jobsWhoseNamesDifferInCapitalsHaveRowsOfTheirOwn() throws Exception {
        place.run("create table events (id bigint primary key)");
        Ledger ledger = new Ledger(TableName.checked("staunch_ledger"), Dialect.MARIADB, true);
        try (var writing = Writing.started(JdbcSink.writeAhead(place.database(), "events", Event.class)
                        .createLedger());
                var connection = place.connect()) {
            assertThat(writing.connection().read().entry()).isNull();
            for (String job : new String[] {"Orders", "orders ", "\u00d6rders"}) {
                ledger.begin(connection, new LedgerKey(job, "out"), new java.util.UUID(1, 1));
                assertThat(ledger.fence(connection, new LedgerKey(job, "out"))).isEqualTo(1);
            }
        }
        assertThat(place.rows("select count(*) from staunch_ledger")).containsExactly("4");
    }
}
