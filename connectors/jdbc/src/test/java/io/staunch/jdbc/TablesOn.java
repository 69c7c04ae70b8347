package io.staunch.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.staunch.error.ConfigurationException;
import io.staunch.error.RefusedException;
import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.ledger.Owner;
import io.staunch.runtime.environment.LocalEnvironment;
import io.staunch.sink.RefusedRecordException;
import io.staunch.sink.RefusedRecordsException;
import io.staunch.sink.SinkConnection;
import io.staunch.sink.SinkContext;
import io.staunch.sink.WriterCheck;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the sinks make of tables and of what these don't take, on a database. */
abstract class TablesOn {
    enum Mood {
        GLAD,
        SAD
    }

    record Everything(
            int orderNumber,
            long big,
            short small,
            byte tiny,
            boolean paid,
            double ratio,
            float share,
            @Nullable String note,
            BigDecimal price,
            Instant at,
            LocalDate ofDay,
            LocalTime ofTime,
            LocalDateTime local,
            UUID token,
            Mood mood,
            byte[] raw,
            @Nullable Integer maybe) {}

    record Line(long id, @Nullable String name, BigDecimal price) {}

    final Place place;

    TablesOn(Place place) {
        this.place = place;
    }

    private Database database() {
        return place.database();
    }

    /** The statements that make a trigger which refuses each line whose name is {@code hush}, and says that name. */
    abstract String[] triggerOfLines();

    private JdbcWriteAheadSink<Line> lines() {
        place.run(
                "create table lines (id bigint primary key, name varchar(5) not null, price numeric(5, 2), check (price >= 0))");
        return JdbcSink.writeAhead(database(), "lines", Line.class).createLedger();
    }

    private static Line line(long id, @Nullable String name, String price) {
        return new Line(id, name, new BigDecimal(price));
    }

    @Test
    void everyTypeArrivesAndMissingValuesAreNull() throws Exception {
        String bytes = place.isH2() || place.isMaria() ? "varbinary(10)" : "bytea";
        place.run("create table everything (order_number int, big bigint, small smallint, tiny smallint, paid boolean,"
                + " ratio double precision, share real, note varchar(10), price numeric(10,2), at timestamp with time zone, of_day date,"
                + " of_time time, local timestamp, token uuid, mood varchar(5), raw " + bytes + ", maybe int)");
        var first = new Everything(
                1,
                1L << 40,
                (short) 3,
                (byte) 4,
                true,
                0.5,
                0.25f,
                "a'b",
                new BigDecimal("12.50"),
                Instant.parse("2026-11-30T05:00:00.123456Z"),
                LocalDate.of(2026, 11, 30),
                LocalTime.of(5, 6, 7),
                LocalDateTime.of(2026, 11, 30, 1, 2, 3),
                new UUID(7, 8),
                Mood.SAD,
                new byte[] {1, 2},
                9);
        var second = new Everything(
                2,
                2,
                (short) 2,
                (byte) 2,
                false,
                2,
                2,
                null,
                BigDecimal.ONE,
                place.firstMoment(),
                LocalDate.EPOCH,
                LocalTime.MIN,
                LocalDateTime.of(1970, 1, 1, 0, 0),
                new UUID(0, 0),
                Mood.GLAD,
                new byte[0],
                null);
        try (var writing = Writing.started(
                JdbcSink.writeAhead(database(), "everything", Everything.class).createLedger())) {
            writing.apply(1, first, second);
        }
        assertThat(place.rows(
                        "select order_number, big, small, tiny, ratio, share, note, price, local, token, mood, maybe from everything"
                                + " order by order_number"))
                .first()
                .asString()
                .startsWith("1,1099511627776,3,4,0.5,0.25,a'b,12.50,2026-11-30 01:02:03")
                .endsWith(",00000000-0000-0007-0000-000000000008,SAD,9");
        assertThat(place.rows(
                        "select count(*) from everything where note is null and maybe is null and at = timestamp with time zone"
                                + " '"
                                + place.firstMoment()
                                        .toString()
                                        .replaceAll("[TZ]", " ")
                                        .strip() + "+00' and not paid"))
                .containsExactly("1");
        assertThat(
                        place.rows(
                                "select count(*) from everything where at = timestamp with time zone '2026-11-30 05:00:00.123456+00'"))
                .containsExactly("1");
    }

    record Misfit(
            String id,
            Instant at,
            int extra,
            @ColumnName("other_name") String renamed) {}

    @Test
    void allThatDoesNotFitIsReportedAtOnce() {
        place.run(
                "create table misfits (id bigint, at timestamp, must varchar(5) not null, free varchar(5) not null default 'x')");
        var sink = JdbcSink.writeAhead(database(), "misfits", Misfit.class).createLedger();
        Throwable error = catchThrowable(() -> new Writing<>(sink));
        assertThat(error).isInstanceOf(ConfigurationException.class);
        List<String> problems = ((ConfigurationException) error).problems();
        assertThat(problems).hasSize(5);
        assertThat(problems.get(0)).containsIgnoringCase("column id has type").contains("String");
        assertThat(problems.get(1)).containsIgnoringCase("column at").contains("with time zone");
        assertThat(problems.get(2)).containsIgnoringCase("no column extra");
        assertThat(problems.get(3)).containsIgnoringCase("no column other_name");
        assertThat(problems.get(4)).containsIgnoringCase("column must").contains("nothing is written to it");
    }

    @Test
    void aTableThatIsNotThereIsNamed() {
        Throwable error = catchThrowable(() -> new Writing<>(
                JdbcSink.writeAhead(database(), "nowhere", Line.class).createLedger()));
        assertThat(error)
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("no table")
                .hasMessageContainingAll("schema");
    }

    @Test
    void withoutConsentNoLedgerIsMadeAndTheStatementsAreTold() throws Exception {
        place.run("create table lines (id bigint primary key, name varchar(5), price numeric(5, 2))");
        try (var writing = new Writing<>(JdbcSink.writeAhead(database(), "lines", Line.class))) {
            Throwable error = catchThrowable(() -> writing.connection().peek());
            assertThat(error).isInstanceOf(RefusedException.class).hasMessageContaining("createLedger()");
            String ddl = String.valueOf(error.getMessage()).replaceFirst("(?s)^.*?\\n", "");
            place.run(ddl.split(";\\s*"));
            assertThat(writing.connection().peek().entry()).isNull();
        }
    }

    @Test
    void anUpsertNeedsAUniqueIndexOverExactlyItsKey() {
        place.run(
                "create table lines (id bigint, name varchar(5) not null, price numeric(5, 2), primary key (id, name))");
        var sink = JdbcSink.upsert(database(), "lines", Line.class).key("id").createLedger();
        assertThat(catchThrowable(() -> sink.connect(sinkContext(), ANY)))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("unique index over exactly the key");
    }

    @Test
    void whatTheColumnsDoNotTakeIsRefusedBeforeItIsKept() throws Exception {
        var sink = lines();
        sink.check(line(1, "far too long", "1"));
        try (var writing = Writing.started(sink)) {
            sink.check(line(1, "fits", "999.99"));
            for (Line each : List.of(
                    line(1, "secret", "1"),
                    line(1, null, "1"),
                    line(1, "a", "1000"),
                    line(1, "a", "1.234"),
                    line(1, "a", "1E+5"))) {
                Throwable error = catchThrowable(() -> sink.check(each));
                assertThat(error)
                        .as("%s", each)
                        .isInstanceOf(RefusedRecordException.class)
                        .hasMessageContaining("column");
                assertThat(error).hasMessageNotContaining("secret").hasMessageNotContaining("1000");
            }
            assertThat(writing.connection()).isNotNull();
        }
    }

    @Test
    void aRecordThatOnlyTheDatabaseRefusesStopsTheJobByNumberAndLeavesNothing() throws Exception {
        try (var writing = Writing.started(lines())) {
            writing.apply(1, line(1, "a", "1"));
            Throwable error =
                    catchThrowable(() -> writing.apply(2, line(2, "b", "1"), line(1, "hush", "2"), line(3, "c", "1")));
            assertThat(error)
                    .isInstanceOf(StaunchException.class)
                    .hasMessageContaining("record 2 of 3 of checkpoint 2")
                    .hasMessageContaining("same unique values")
                    .hasMessageContaining("setAside(")
                    .hasNoCause();
            assertThat(error).hasMessageNotContaining("hush");
            assertThat(((StaunchException) error).remedy()).isEqualTo(Remedy.FAIL_JOB);
            assertThat(place.rows("select id from lines")).containsExactly("1");
            assertThat(writing.connection().read().entry())
                    .extracting("committed")
                    .isEqualTo(1L);
        }
    }

    @Test
    void underSkipSuchRecordsArePassedOverAndTheOthersWritten() throws Exception {
        try (var writing = Writing.started(lines().skipRefusedRecords())) {
            writing.apply(1, line(1, "a", "1"), line(1, "b", "1"), line(2, "c", "-1"), line(3, "d", "1"));
            writing.apply(2, line(4, "e", "1"));
        }
        assertThat(place.rows("select id, name from lines order by id")).containsExactly("1,a", "3,d", "4,e");
    }

    @Test
    void withATableForThemTheyAreSetAsideInTheSameTransaction() throws Exception {
        try (var writing = Writing.started(lines().setAside("lines_refused"))) {
            Line[] many = new Line[2_500];
            for (int i = 0; i < many.length; i++) {
                many[i] = line(i == 1_700 ? 5 : i, "n" + i % 10, "1");
            }
            writing.apply(7, many);
        }
        assertThat(place.rows("select count(*) from lines")).containsExactly("2499");
        List<String> aside = place.rows("select job, checkpoint, record, reason, content from lines_refused");
        assertThat(aside).hasSize(1);
        assertThat(aside.get(0)).startsWith("orders,7,1701,there is a row with the same unique values");
        assertThat(aside.get(0)).containsIgnoringCase("{\"id\": \"5\", \"name\": \"n0\", \"price\": \"1\"}");
    }

    /** Whatever it says, which may have values of the record. */
    @Test
    void aRecordThatATriggerRefusesIsRefusedAsByTheTableItself() throws Exception {
        var sink = lines();
        place.run(triggerOfLines());
        try (var writing = Writing.started(sink.setAside("lines_refused"))) {
            writing.apply(1, line(1, "a", "1"), line(2, "hush", "1"), line(3, "c", "1"));
        }
        assertThat(place.rows("select id from lines order by id")).containsExactly("1", "3");
        assertThat(place.rows("select record, reason from lines_refused"))
                .singleElement()
                .asString()
                .startsWith("2,a trigger refuses it (")
                .doesNotContain("hush");
        try (var writing = Writing.started(sink)) {
            Throwable error = catchThrowable(() -> writing.apply(2, line(4, "d", "1"), line(5, "hush", "1")));
            assertThat(error)
                    .isInstanceOf(StaunchException.class)
                    .hasMessageContaining("record 2 of 2 of checkpoint 2")
                    .hasMessageContaining("a trigger refuses it");
            assertThat(error).hasMessageNotContaining("hush").hasNoCause();
        }
    }

    @Test
    void aRecordThatAViewDoesNotTakeIsRefusedAsByTheTableItself() throws Exception {
        assumeFalse(place.isH2(), "H2 has no WITH CHECK OPTION");
        lines();
        place.run("create view cheap as select id, name, price from lines where price < 10 with check option");
        var sink = JdbcSink.writeAhead(database(), "cheap", Line.class).createLedger();
        try (var writing = Writing.started(sink.setAside("cheap_refused"))) {
            writing.apply(1, line(1, "a", "9"), line(2, "b", "10"));
        }
        assertThat(place.rows("select id from lines")).containsExactly("1");
        assertThat(place.rows("select record, reason from cheap_refused"))
                .containsExactly("2,the view that is written to does not take it (WITH CHECK OPTION) (44000)");
    }

    @Test
    void anUpsertNamesTheRecordsThatAreRefusedByTheirOrigin() throws Exception {
        lines();
        var sink = JdbcSink.upsert(database(), "lines", Line.class).key("id").createLedger();
        try (SinkConnection<TableRow> connection = sink.connect(sinkContext(), ANY)) {
            var encoder = sink.encoder(sinkContext());
            connection.write(encoder.encode(line(1, "a", "1"), 0), 11);
            connection.write(encoder.encode(line(2, "b", "-1"), 0), 12);
            connection.write(encoder.encode(line(3, "c", "1"), 0), 13);
            connection.write(encoder.encode(line(4, "d", "-2"), 0), 14);
            Throwable error = catchThrowable(connection::flush);
            assertThat(error).isInstanceOf(RefusedRecordsException.class);
            assertThat(((RefusedRecordsException) error).refused())
                    .extracting(RefusedRecordsException.Refused::origin)
                    .containsExactly(12L, 14L);
        }
        assertThat(place.rows("select id from lines")).isEmpty();
    }

    @Test
    void keysThatAreTheSameToTheDatabaseAloneAreUpsertedOneAfterTheOther() throws Exception {
        place.run("create table times (at timestamp(0) with time zone primary key, n int)");
        record Time(Instant at, int n) {}
        var sink = JdbcSink.upsert(database(), "times", Time.class).key("at").createLedger();
        try (SinkConnection<TableRow> connection = sink.connect(sinkContext(), ANY)) {
            var encoder = sink.encoder(sinkContext());
            connection.write(encoder.encode(new Time(Instant.ofEpochMilli(1_001), 1), 0), 1);
            connection.write(encoder.encode(new Time(Instant.ofEpochMilli(1_002), 2), 0), 2);
            connection.flush();
        }
        assertThat(place.rows("select n from times")).containsExactly("2");
    }

    /** F15. */
    @Test
    void aRowThatSomebodyElseHoldsIsALockTimeoutThatSaysSoAndPasses() throws Exception {
        lines();
        var sink = JdbcSink.writeAhead(database().lockTimeout(Duration.ofMillis(100)), "lines", Line.class)
                .createLedger();
        try (var writing = Writing.started(sink);
                var other = place.connect()) {
            other.setAutoCommit(false);
            other.createStatement()
                    .executeQuery("select * from staunch_ledger for update")
                    .close();
            Throwable error = catchThrowable(() -> writing.apply(1, line(1, "a", "1")));
            assertThat(error)
                    .isInstanceOf(StaunchException.class)
                    .hasMessageContaining("holds rows or the table for longer than lockTimeout");
            assertThat(((StaunchException) error).remedy()).isEqualTo(Remedy.RETRY);
            other.rollback();
            writing.apply(1, line(1, "a", "1"));
        }
        assertThat(place.rows("select id from lines")).containsExactly("1");
    }

    @Test
    void aTableThatIsDroppedMeanwhileStopsTheJobByName() throws Exception {
        try (var writing = Writing.started(lines())) {
            place.run("drop table lines");
            Throwable error = catchThrowable(() -> writing.apply(1, line(1, "a", "1")));
            assertThat(error).isInstanceOf(StaunchException.class).hasMessageContaining("table lines");
            assertThat(((StaunchException) error).remedy()).isEqualTo(Remedy.FAIL_JOB);
        }
    }

    @Test
    void aLedgerRowThatWasDeletedStopsTheJobByName() throws Exception {
        try (var writing = Writing.started(lines())) {
            place.run("delete from staunch_ledger");
            assertThat(catchThrowable(() -> writing.apply(1, line(1, "a", "1"))))
                    .isInstanceOf(StaunchException.class)
                    .hasMessageContaining("is gone from ledger");
        }
        assertThat(place.rows("select id from lines")).isEmpty();
    }

    @Test
    void aLedgerOfANewerVersionIsRefusedByName() throws Exception {
        try (var writing = Writing.started(lines())) {
            place.run("update staunch_ledger_identity set version = 2");
            assertThat(catchThrowable(() -> writing.connection().read()))
                    .isInstanceOf(StaunchException.class)
                    .hasMessageContaining("has version 2");
        }
    }

    static final WriterCheck ANY = new WriterCheck() {
        @Override
        public void take(@Nullable Owner row) {}

        @Override
        public void write(@Nullable Owner row) {}
    };

    static SinkContext sinkContext() {
        return new SinkContext("orders", "out", Writing.OWNER, new LocalEnvironment());
    }
}
