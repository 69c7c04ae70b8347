package io.staunch.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.staunch.environment.Environment;
import io.staunch.error.ConfigurationException;
import io.staunch.error.StaunchException;
import io.staunch.process.SideOutput;
import io.staunch.runtime.environment.LocalEnvironment;
import io.staunch.source.BadRecord;
import io.staunch.source.Source;
import io.staunch.source.SourceContext;
import io.staunch.source.SourceOutput;
import io.staunch.source.SourceReader;
import io.staunch.source.Split;
import io.staunch.testkit.contract.SourceContract;
import io.staunch.testkit.environment.ForwardingEnvironment;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** The contract of sources, and what is a table's own, on a database. */
abstract class SourceOn extends SourceContract {
    private final Place place;
    private final boolean byTime;
    private final List<AutoCloseable> opened = new ArrayList<>();
    private long newest;

    SourceOn(Place place, boolean byTime) {
        this.place = place;
        this.byTime = byTime;
        place.run(
                "create table in_lines (id bigint primary key, line varchar(100), changed timestamp with time zone not null)",
                "create index in_order on in_lines (changed, id)");
    }

    private JdbcSource<LinesSource.Line> table() {
        JdbcSource<LinesSource.Line> source = JdbcSource.table(place.database(), "in_lines", LinesSource.Line.class)
                .splits(2)
                .settle(Duration.ZERO)
                .pollEvery(Duration.ofMillis(1));
        return byTime ? source.byTime("changed", "id") : source.byId("id");
    }

    @Override
    protected Source<String> source() {
        return new LinesSource(table());
    }

    @Override
    protected Environment environment() {
        return new LocalEnvironment();
    }

    @Override
    protected int randomRounds() {
        return 5;
    }

    @Override
    protected void append(int split, List<String> values) {
        try (Connection connection = place.connect();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            for (String value : values) {
                insert(statement, split, value);
            }
            connection.commit();
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    /** Of equal times some, so that ids count among them. */
    private void insert(Statement statement, int split, String value) throws SQLException {
        newest++;
        newest += newest % 2 == split ? 0 : 1;
        statement.execute(place.sql("insert into in_lines values (" + newest + ", '" + value
                + "', timestamp with time zone '2026-11-30 05:00:00+00' +" + " interval '" + newest / 10
                + "' second)"));
    }

    /** A row that is committed when one behind it in the order was seen already. */
    @Test
    void aRowThatIsCommittedLateIsWaitedFor() throws Exception {
        // Where the database does not tell who writes, only time does.
        Duration settle = place.isH2() ? Duration.ofDays(1) : Duration.ZERO;
        SourceReader<LinesSource.Line> reader = reader(table().settle(settle));
        var read = new Read<LinesSource.Line>();
        try (Connection late = place.connect();
                Statement statement = late.createStatement()) {
            late.setAutoCommit(false);
            insert(statement, 0, "late");
            append(1, List.of("early"));
            for (int i = 0; i < 50; i++) {
                reader.poll(read, 10);
                LockSupport.parkNanos(1_000_000);
            }
            assertThat(read.values).isEmpty();
            late.commit();
        }
        if (!place.isH2()) {
            while (read.values.size() < 2) {
                reader.poll(read, 10);
                LockSupport.parkNanos(1_000_000);
            }
            assertThat(read.values).extracting(LinesSource.Line::line).containsExactlyInAnyOrder("late", "early");
        }
    }

    /** Else nobody knew why nothing comes. */
    @Test
    void whoWaitsLongForAnOpenTransactionSaysSoOnce() throws Exception {
        Assumptions.assumeFalse(place.isH2(), "H2 does not tell who writes: nothing is waited for but settle");
        var ahead = new AtomicLong();
        SourceReader<LinesSource.Line> reader = reader(table(), new ForwardingEnvironment(new LocalEnvironment()) {
            @Override
            public long nanoTime() {
                return super.nanoTime() + ahead.get();
            }
        });
        var read = new Read<LinesSource.Line>();
        String log = Logged.by(() -> {
            try (Connection late = place.connect();
                    Statement statement = late.createStatement()) {
                late.setAutoCommit(false);
                insert(statement, 0, "late");
                append(1, List.of("early"));
                readUntil(reader, read, () -> {
                    ahead.addAndGet(Duration.ofSeconds(1).toNanos());
                    return Logged.soFar().contains("waits");
                });
                for (int i = 0; i < 50; i++) {
                    ahead.addAndGet(Duration.ofSeconds(1).toNanos());
                    reader.poll(read, 10);
                    LockSupport.parkNanos(1_000_000);
                }
                assertThat(read.values).isEmpty();
                late.commit();
            }
            readUntil(reader, read, () -> read.values.size() == 2);
        });
        assertThat(log)
                .containsOnlyOnce("source 'in' waits: table in_lines at "
                        + place.database().place());
        assertThat(log).contains("Which one it is: SELECT");
    }

    /** It took its place first and its transaction's number last: no snapshot shows that number before a later one has ended. */
    @Test
    void aRowThatIsWrittenAfterTheNewestOneIsWaitedFor() throws Exception {
        Assumptions.assumeFalse(
                place.isH2() || place.isMaria(), "H2 does not tell who writes, and of MariaDB it is not asked");
        long late = newest + 2;
        newest += 10;
        append(1, List.of("early"));
        try (Connection connection = place.connect();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("insert into in_lines values (" + late
                    + ", 'late', timestamp with time zone '2026-11-30 05:00:00+00')");
            var end = new SettledEnd(0);
            var query = new RowQuery<>(table().options());
            for (int i = 1; i <= 4; i++) {
                assertThat(look(end, query, i)).isNull();
            }
            connection.commit();
            RowPosition settled = null;
            for (int i = 5; settled == null; i++) {
                settled = look(end, query, i);
            }
            assertThat(settled.id()).isEqualTo(newest);
        }
    }

    private @Nullable RowPosition look(SettledEnd end, RowQuery<?> query, long nanos) throws SQLException {
        try (Connection connection = place.connect()) {
            return end.after(query.look(connection, end.asksForNumber(nanos)), nanos, nanos);
        }
    }

    @Test
    void aConditionLeavesRowsOut() throws Exception {
        append(0, List.of("a", "b", "c"));
        SourceReader<LinesSource.Line> reader = reader(table().where("line <> 'b'"));
        var read = new Read<LinesSource.Line>();
        while (read.values.size() < 2) {
            reader.poll(read, 10);
        }
        assertThat(read.values).extracting(LinesSource.Line::line).containsExactly("a", "c");
    }

    @Test
    void whatDoesNotFitIsReportedAtOnce() {
        place.run("create table odd (id varchar(5), line int)");
        JdbcSource<LinesSource.Line> source = JdbcSource.table(place.database(), "odd", LinesSource.Line.class)
                .byTime("at", "id");
        Throwable error = catchThrowable(() ->
                source.enumerator(context(new LocalEnvironment(), error1 -> {})).firstSplits());
        assertThat(error).isInstanceOf(ConfigurationException.class);
        assertThat(((ConfigurationException) error).problems()).hasSize(3);
    }

    @Test
    void anotherNumberOfSplitsIsRefusedByName() {
        List<Split> two =
                table().enumerator(context(new LocalEnvironment(), error -> {})).firstSplits();
        assertThat(catchThrowable(() -> table().splits(3)
                        .enumerator(context(new LocalEnvironment(), error -> {}))
                        .verify(two)))
                .hasMessageContaining("rows 0 of 2")
                .hasMessageContaining("read as 3 splits");
    }

    record Number(int id, boolean line) {}

    /** The row in the middle has no value for a primitive. */
    private JdbcSource<Number> numbers() {
        place.run(
                "create table numbers (id bigint primary key, line boolean)",
                "insert into numbers values (6, true), (7, null), (8, false)");
        return JdbcSource.table(place.database(), "numbers", Number.class)
                .byId("id")
                .settle(Duration.ZERO)
                .pollEvery(Duration.ofMillis(1));
    }

    @Test
    void aRowThatCanNotBeARecordStopsTheJobByItsIdBehindThoseBeforeIt() throws Exception {
        SourceReader<Number> reader = reader(numbers());
        var read = new Read<Number>();
        assertThatThrownBy(() -> readUntil(reader, read, () -> false))
                .isInstanceOf(StaunchException.class)
                .hasMessageContaining("id 7")
                .hasMessageContaining("'line'")
                .hasMessageContaining("badRecordsTo(...)");
        assertThat(read.values).extracting(Number::id).containsExactly(6);
    }

    @Test
    void itIsPassedOverAndCountedIfTheSourceSaysSo() throws Exception {
        SourceReader<Number> reader = reader(numbers().skipBadRecords());
        var read = new Read<Number>();
        readUntil(reader, read, () -> read.values.size() == 2);
        assertThat(read.values).extracting(Number::id).containsExactly(6, 8);
        assertThat(read.skipped).isEqualTo(1);
        assertThat(reader.positions()).extracting(Split::position).containsExactly("id=8");
    }

    @Test
    void orGoesToASideOutputWithItsPlaceAndTheReason() throws Exception {
        SourceReader<Number> reader = reader(numbers().badRecordsTo(SideOutput.named("bad")));
        var read = new Read<Number>();
        readUntil(reader, read, () -> read.values.size() == 2);
        assertThat(read.bad).singleElement().satisfies(bad -> {
            assertThat(bad.place()).isEqualTo("table numbers, id 7");
            assertThat(bad.reason()).contains("'line'");
            assertThat(bad.value()).isNull();
        });
        assertThat(read.values).extracting(Number::id).containsExactly(6, 8);
    }

    private static <T> void readUntil(SourceReader<T> reader, Read<T> read, BooleanSupplier done) throws Exception {
        for (int i = 0; i < 60_000 && !done.getAsBoolean(); i++) {
            reader.poll(read, 10);
            LockSupport.parkNanos(1_000_000);
        }
        assertThat(done.getAsBoolean()).isTrue();
    }

    private <T> SourceReader<T> reader(JdbcSource<T> source) {
        return reader(source, new LocalEnvironment());
    }

    private <T> SourceReader<T> reader(JdbcSource<T> source, Environment environment) {
        SourceReader<T> reader = source.reader(context(environment, error -> {
            throw new AssertionError(error);
        }));
        opened.add(reader);
        reader.add(source.enumerator(context(environment, error -> {})).firstSplits());
        return reader;
    }

    private static SourceContext context(Environment environment, java.util.function.Consumer<Throwable> failed) {
        return new SourceContext("orders", "in", 0, environment, () -> {}, failed);
    }

    @AfterEach
    void closeOpened() throws Exception {
        for (AutoCloseable each : opened) {
            each.close();
        }
    }

    private static final class Read<T> implements SourceOutput<T> {
        final List<T> values = new ArrayList<>();
        final List<BadRecord> bad = new ArrayList<>();
        int skipped;

        @Override
        public void emit(T value, long timestamp, long origin) {
            values.add(value);
        }

        @Override
        public <S> void emit(SideOutput<S> output, S value, long timestamp, long origin) {
            bad.add((BadRecord) value);
        }

        @Override
        public void skip() {
            skipped++;
        }

        @Override
        public boolean ready() {
            return true;
        }
    }
}
