package io.staunch.verification.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.Pipeline;
import io.staunch.files.testkit.FilesBeside;
import io.staunch.guarantee.Guarantee;
import io.staunch.jdbc.Database;
import io.staunch.jdbc.JdbcSink;
import io.staunch.jdbc.JdbcSource;
import io.staunch.jdbc.JdbcUpsertSink;
import io.staunch.jdbc.JdbcWriteAheadSink;
import io.staunch.jdbc.simulation.DatabaseBeside;
import io.staunch.jdbc.simulation.SimulatedDatabaseKind;
import io.staunch.kafka.testkit.simulated.KafkaConnectors;
import io.staunch.sink.Sink;
import io.staunch.testkit.outside.LogSource;
import io.staunch.testkit.simulation.Bounds;
import io.staunch.testkit.simulation.Case;
import io.staunch.testkit.simulation.RunResult;
import io.staunch.testkit.simulation.Seeds;
import io.staunch.testkit.simulation.Simulation;
import io.staunch.testkit.simulation.oracle.Output;
import io.staunch.testkit.simulation.random.Connectors;
import io.staunch.testkit.simulation.random.LogConnectors;
import io.staunch.testkit.simulation.random.RandomCases;
import io.staunch.testkit.simulation.random.RandomPipeline;
import io.staunch.testkit.simulation.world.CallFaults;
import io.staunch.testkit.simulation.world.Chance;
import io.staunch.testkit.simulation.world.FaultPlan;
import io.staunch.testkit.simulation.world.ProcessFaults;
import io.staunch.verification.simulation.BrokenStatements.How;
import io.staunch.verification.simulation.Running.Departures;
import io.staunch.verification.simulation.Running.Flight;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.LongUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The connector's own sinks and source under the engine, over a database that is away, dies, loses answers and notices late that clients are gone. */
class JdbcSimulationTest {
    private static final int FLIGHTS = 100;
    private static final int SEEDS = 60;
    private static final int FEW = 12;
    private static final int MOST_PAUSES = 12;
    /** Longer than those are open that fill a table. */
    private static final Duration SETTLE = Duration.ofMillis(60);

    private static final Database SHOP = Database.url("jdbc:h2:/simulated/shop")
            .lockTimeout(Duration.ofMillis(300))
            .answerTimeout(Duration.ofSeconds(1));

    private static final SimulatedDatabaseKind AS_THEY_ARE = SimulatedDatabaseKind.of(
            "CREATE TABLE totals (origin VARCHAR(3) NOT NULL, flights BIGINT NOT NULL, trail BIGINT NOT NULL)",
            "CREATE TABLE last (origin VARCHAR(3) PRIMARY KEY, flights BIGINT NOT NULL, trail BIGINT NOT NULL)",
            "CREATE TABLE landed (origin VARCHAR(3) NOT NULL, number INTEGER NOT NULL)",
            "CREATE TABLE flights (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, origin VARCHAR(3) NOT NULL, number INTEGER NOT NULL)");

    private static final SimulatedDatabaseKind TABLES =
            AS_THEY_ARE.rows((table, row) -> new Output(0, row.get("origin"), row));

    @Test
    void aTableIntoATableHasEachRecordOnceAndInOrder() {
        System.out.println(fromATable(SETTLE).seeds(SEEDS).expectExactlyOnce());
    }

    /** So there are transactions that commit late, to be waited for. */
    @Test
    void aSourceThatWaitsForTooShortATimeIsFound() {
        Simulation hasty = fromATable(Duration.ofMillis(1)).expectLike(fromATable(SETTLE));
        Optional<RunResult> found = Controls.firstFound(hasty.bounds(new Bounds(20_000, 30_000)), 1);
        assertThat(found).isPresent();
        System.out.println("a source that waits for 1 ms is found by seed "
                + found.orElseThrow().seed());
    }

    private static Simulation fromATable(Duration settle) {
        JdbcSource<Flight> source = JdbcSource.table(SHOP, "flights", Flight.class)
                .byId("id")
                .settle(settle)
                .pollEvery(Duration.ofMillis(5));
        return Running.simulation(source, writeAhead(), FLIGHTS).outside(TABLES);
    }

    @Test
    void recordsFromALogAreInATableOnceAndInOrder() {
        System.out.println(fromTheLog(writeAhead()).seeds(SEEDS).expectExactlyOnce());
    }

    @Test
    void upsertsConvergeAndNeverFallBehindACheckpoint() {
        System.out.println(byKey(upsert()).seeds(SEEDS).expectExactlyOnce());
    }

    /** What is judged if nothing is said of rows: each one, and the last of each key. */
    @Test
    void tablesAreJudgedAsTheyAre() {
        asTheyAre(writeAhead()).seeds(FEW).expectExactlyOnce();
        asTheyAre(upsert()).seeds(FEW).expectExactlyOnce();
        Simulation repeated = asTheyAre(OverBrokenStatements.of(writeAhead(), How.COMMITTED_BY_THEMSELVES))
                .expectLike(asTheyAre(writeAhead()));
        assertThat(Controls.firstFound(repeated.bounds(new Bounds(20_000, 30_000)), 1))
                .isPresent();
        Simulation late = asTheyAre(new Unfenced<>(upsert())).expectLike(asTheyAre(upsert()));
        assertThat(Controls.firstFound(late.bounds(new Bounds(20_000, 30_000)), 1))
                .isPresent();
    }

    private static Simulation asTheyAre(Sink<Departures> sink) {
        return Running.simulation(new LogSource<>("flights", Flight.class), sink, FLIGHTS)
                .outside(AS_THEY_ARE);
    }

    @Test
    void insertsLoseNothingAndAreRepeated() {
        Simulation inserts = Simulation.of(JdbcSimulationTest::inserting)
                .feed("flights", Running.flights(FLIGHTS), Flight::origin)
                .capture("landed")
                .outside(TABLES);
        System.out.println(inserts.seeds(SEEDS).expectAtLeastOnce());
        assertThat(Controls.firstFound(inserts.bounds(new Bounds(20_000, 20_000)), 1))
                .isPresent();
    }

    private static Pipeline inserting() {
        Pipeline pipeline = Pipeline.named("landed").guarantee(Guarantee.AT_LEAST_ONCE);
        pipeline.from("flights", new LogSource<>("flights", Flight.class))
                .to("landed", JdbcSink.insert(SHOP, "landed", Flight.class));
        return pipeline;
    }

    private static JdbcWriteAheadSink<Departures> writeAhead() {
        return JdbcSink.writeAhead(SHOP, "totals", Departures.class).createLedger();
    }

    private static JdbcUpsertSink<Departures> upsert() {
        return JdbcSink.upsert(SHOP, "last", Departures.class).key("origin").createLedger();
    }

    private static Simulation fromTheLog(Sink<Departures> sink) {
        return Running.simulation(new LogSource<>("flights", Flight.class), sink, FLIGHTS)
                .outside(TABLES);
    }

    /** With every version of a row judged. */
    private static Simulation byKey(Sink<Departures> sink) {
        return Running.simulation(new LogSource<>("flights", Flight.class), sink, FLIGHTS)
                .outside(TABLES.versions())
                .expect("totals", "flights", JdbcSimulationTest::versions);
    }

    private static List<Output> versions(List<Flight> flights) {
        Map<String, Departures> last = new HashMap<>();
        List<Output> versions = new ArrayList<>();
        for (Flight flight : flights) {
            Departures next =
                    last.getOrDefault(flight.origin(), new Departures("", 0, 0)).plus(flight);
            last.put(flight.origin(), next);
            Map<String, Object> row = Map.of("origin", next.origin(), "flights", next.flights(), "trail", next.trail());
            versions.add(new Output(0, next.origin(), row));
        }
        return versions;
    }

    @Test
    void randomPipelinesWithADatabaseAreExact() {
        assertThat(new Seeds(1, 200, 2, null)
                        .cases(cases(JdbcSimulationTest::log), soFar -> {})
                        .failed())
                .isEmpty();
        assertThat(new Seeds(1, 60, 2, null)
                        .cases(cases(JdbcSimulationTest::kafka), soFar -> {})
                        .failed())
                .isEmpty();
    }

    /** A transaction of which a part was taken back held rows, and H2 tried again and again without a pause. */
    @Test
    void whoWantsWhatATurnedBackTransactionHoldsWaitsInVirtualTime() {
        LongFunction<Case> cases =
                cases(chance -> new DatabaseBeside(new FilesBeside(new LogConnectors(), chance), chance));
        assertThat(cases.apply(301134).run(301134).passed()).isTrue();
    }

    /** What must not be left out of a sink of tables. */
    enum Rule {
        /** A process writes after a newer one has put itself before it. */
        FENCE_NOT_CHECKED,
        /** What the ledger says is not looked at. */
        ROW_NOT_CHECKED,
        /** The entry is in a transaction of its own, behind the records. */
        ENTRY_BEHIND_ITS_RECORDS,
        /** Each batch is committed by itself, before the entry. */
        RECORDS_COMMITTED_BY_THEMSELVES,
        /** Between the look at the ledger and the commit others can write. */
        LEDGER_NOT_LOCKED,
        /** A replaced process goes on to overwrite rows. */
        WRITER_NOT_CHECKED,
        /** Between the look at who writes and the commit others can become the writer. */
        WRITER_NOT_LOCKED
    }

    @ParameterizedTest
    @EnumSource
    void whatASinkOfTablesMustNotDoIsFound(Rule rule) {
        Optional<RunResult> found = Controls.firstFound(broken(rule).bounds(new Bounds(20_000, 30_000)), 1);
        assertThat(found).as("seeds that find " + rule).isPresent();
        RunResult first = found.orElseThrow();
        System.out.println(rule + " is found by seed " + first.seed() + ": "
                + first.violations().get(0));
    }

    private static Simulation broken(Rule rule) {
        return switch (rule) {
            case FENCE_NOT_CHECKED -> follower(new BrokenFollower<>(writeAhead(), Break.ROW_FENCE_NOT_CHECKED));
            case ROW_NOT_CHECKED -> follower(new BrokenFollower<>(writeAhead(), Break.ROW_NOT_CHECKED));
            case ENTRY_BEHIND_ITS_RECORDS ->
                follower(new BrokenFollower<>(writeAhead(), Break.ENTRY_BEHIND_ITS_RECORDS));
            case RECORDS_COMMITTED_BY_THEMSELVES ->
                follower(OverBrokenStatements.of(writeAhead(), How.COMMITTED_BY_THEMSELVES));
            case LEDGER_NOT_LOCKED ->
                standingStill(follower(OverBrokenStatements.of(writeAhead(), How.ROWS_NOT_LOCKED)));
            case WRITER_NOT_CHECKED -> byKey(new Unfenced<>(upsert()));
            case WRITER_NOT_LOCKED -> standingStill(byKey(OverBrokenStatements.of(upsert(), How.ROWS_NOT_LOCKED)));
        };
    }

    /** What finds a broken rule sooner must not be what fails a right one. */
    @Test
    void theRightSinksPassWhereProcessesOftenStandStillInTheirCalls() {
        standingStill(fromTheLog(writeAhead())).seeds(FEW).expectExactlyOnce();
        standingStill(byKey(upsert())).seeds(FEW).expectExactlyOnce();
    }

    /** Processes stand still in the middle of transactions, and little else happens to them: two calls of one are what others have to come between. */
    private static Simulation standingStill(Simulation simulation) {
        return simulation.faults(seed -> {
            FaultPlan odds = FaultPlan.byChance(Chance.of(seed, "plan"));
            var pauses = new ProcessFaults(0, 0, 0.001, 0, 0, 0, 0.03, 0, 0);
            return new FaultPlan(pauses, CallFaults.NONE, 0, odds.recovery(), MOST_PAUSES, List.of());
        });
    }

    private static Simulation follower(Sink<Departures> broken) {
        return fromTheLog(broken).expectLike(fromTheLog(writeAhead()));
    }

    @Test
    void randomPipelinesHaveTablesOfAllKinds() {
        String all = LongStream.range(0, 300)
                .mapToObj(seed -> RandomPipeline.of(seed, log(Chance.of(seed, "connectors")))
                        .toString())
                .collect(Collectors.joining());
        assertThat(all)
                .contains(
                        "a database, after checkpoints",
                        "a database, by key",
                        "a database, as records come",
                        "[-1, -2] from tables");
    }

    /** Only what is written to tables of it and read from them is another one. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void aSeedIsTheSamePipelineWithoutTheDatabase(long seed) {
        List<String> with = parts(RandomPipeline.of(seed, log(Chance.of(seed, "connectors"))));
        List<String> without = parts(RandomPipeline.of(seed, new LogConnectors()));
        assertThat(with).hasSameSizeAs(without);
        for (int i = 0; i < with.size(); i++) {
            if (!with.get(i).contains("a database")) {
                assertThat(with.get(i)).isEqualTo(without.get(i));
            }
        }
    }

    /** So that a failure in a campaign can be looked at where it has not happened. */
    @Test
    void aSeedIsTheSameRunWheneverItIsRun() {
        LongFunction<Case> cases = cases(JdbcSimulationTest::log);
        for (long seed = 1; seed <= 10; seed++) {
            assertThat(cases.apply(seed).run(seed).hash())
                    .isEqualTo(cases.apply(seed).run(seed).hash());
        }
    }

    private static List<String> parts(RandomPipeline pipeline) {
        return pipeline.toString().lines().skip(1).toList();
    }

    private static LongFunction<Case> cases(Function<Chance, Connectors> connectors) {
        return new RandomCases(
                connectors,
                LongUnaryOperator.identity(),
                seed -> "./staunch simulate --pipeline random-jdbc --seeds 1 --from " + seed);
    }

    private static Connectors log(Chance chance) {
        return new DatabaseBeside(new LogConnectors(), chance);
    }

    private static Connectors kafka(Chance chance) {
        return new DatabaseBeside(new KafkaConnectors(chance), chance);
    }
}
