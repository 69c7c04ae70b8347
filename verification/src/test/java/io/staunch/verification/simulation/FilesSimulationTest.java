package io.staunch.verification.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.files.FileSink;
import io.staunch.files.FileSource;
import io.staunch.files.testkit.FilesBeside;
import io.staunch.files.testkit.SimulatedFilesKind;
import io.staunch.kafka.testkit.simulated.KafkaConnectors;
import io.staunch.sink.Sink;
import io.staunch.testkit.simulation.Case;
import io.staunch.testkit.simulation.RunResult;
import io.staunch.testkit.simulation.Seeds;
import io.staunch.testkit.simulation.Simulation;
import io.staunch.testkit.simulation.oracle.Output;
import io.staunch.testkit.simulation.random.Connectors;
import io.staunch.testkit.simulation.random.LogConnectors;
import io.staunch.testkit.simulation.random.RandomCases;
import io.staunch.testkit.simulation.random.RandomPipeline;
import io.staunch.testkit.simulation.world.Chance;
import io.staunch.verification.simulation.Running.Departures;
import io.staunch.verification.simulation.Running.Flight;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.LongUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files as source and sink under the engine, on a disk that loses what was not synced; somebody lists the folders all the while. */
class FilesSimulationTest {
    private static final int FLIGHTS = 100;
    private static final int SEEDS = 60;
    private static final Path OUT = Path.of("/out");
    private static final FileSink<Departures> SINK = FileSink.jsonLines(OUT, Departures.class);

    @Test
    void aFileForEachCheckpointHasEachRecordOnceAndInOrder() {
        System.out.println(filesToFiles(SINK).seeds(SEEDS).expectExactlyOnce());
    }

    /** Seed 19 has a process that was replaced, and prepares a transaction beside its successor: the end of the output stayed hidden. */
    @Test
    void aFileThatGrowsOverCheckpointsIsShownWholeAndToItsEnd() {
        System.out.println(filesToFiles(SINK.rollEvery(Duration.ofMillis(5)).gzip())
                .seeds(SEEDS)
                .expectExactlyOnce());
    }

    @Test
    void severalFilesOfACheckpointAreShownInTheirOrder() {
        System.out.println(filesToFiles(SINK.rollAtBytes(100)).seeds(SEEDS).expectExactlyOnce());
    }

    /** As whoever uses the kit has it, who says nothing of files. */
    @Test
    void theKitFindsTheFilesOfAPipelineByItself() {
        Simulation simulation =
                Running.simulation(FileSource.jsonLines(Path.of("/in/flights.json"), Flight.class), SINK, FLIGHTS);
        System.out.println(simulation.seeds(10).expectExactlyOnce());
    }

    @ParameterizedTest
    @EnumSource(names = {"COMMITTED_WHEN_PREPARED", "DROPPED_TAKEN_FOR_COMMITTED"})
    void whatASinkOfFilesMustNotDoIsFound(Break how) {
        RunResult found = Controls.firstFound(filesToFiles(new BrokenTwoPhaseCommit<>(SINK, how)), 1)
                .orElseThrow();
        System.out.println(how + " is found by seed " + found.seed() + ": "
                + found.violations().get(0));
    }

    private static Simulation filesToFiles(Sink<Departures> sink) {
        return Running.simulation(FileSource.jsonLines(Path.of("/in"), Flight.class), sink, FLIGHTS)
                .only(new SimulatedFilesKind((folder, line) ->
                        new Output(folder, line.replaceAll(".*\"origin\":\"(\\w*)\".*", "$1"), line)));
    }

    @Test
    void randomPipelinesWithFilesAreExact() {
        assertThat(new Seeds(1, 150, 2, null)
                        .cases(cases(FilesSimulationTest::log), soFar -> {})
                        .failed())
                .isEmpty();
        assertThat(new Seeds(1, 50, 2, null)
                        .cases(cases(FilesSimulationTest::kafka), soFar -> {})
                        .failed())
                .isEmpty();
    }

    /**
     * Of the identity of a ledger (FileLedgerTest), of what tells that a transaction was committed and of what earlier runs have left (ReplacedRunsTest), of
     * two pairs of a join that the pipeline itself put on one track, of 5,736 records that need more steps than the bound was, and
     * of a commit of an earlier execution that came late and was taken for the present one's (VersionsTest).
     */
    @ParameterizedTest
    @ValueSource(longs = {1705, 100001933, 100007118, 110020222, 110079838, 110087678, 110099864, 140591229, 140652812})
    void seedsThatHaveFailedAreExact(long seed) {
        RunResult run = cases(FilesSimulationTest::log).apply(seed).run(seed);
        assertThat(run.passed()).as(run::report).isTrue();
    }

    @Test
    void randomPipelinesHaveFilesOfAllKinds() {
        String all = LongStream.range(0, 200)
                .mapToObj(seed -> RandomPipeline.of(seed, log(Chance.of(seed, "connectors")))
                        .toString())
                .collect(Collectors.joining());
        assertThat(all).contains("files that are shown when they are committed", "sources [-1] from files", "[-1, -2]");
    }

    /** Only what is written to files and read from them is another one. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void aSeedIsTheSamePipelineWithoutFiles(long seed) {
        List<String> with = parts(RandomPipeline.of(seed, log(Chance.of(seed, "connectors"))));
        List<String> without = parts(RandomPipeline.of(seed, new LogConnectors()));
        assertThat(with).hasSameSizeAs(without);
        for (int i = 0; i < with.size(); i++) {
            if (!with.get(i).contains("files")) {
                assertThat(with.get(i)).isEqualTo(without.get(i));
            }
        }
    }

    private static List<String> parts(RandomPipeline pipeline) {
        return pipeline.toString().lines().skip(1).toList();
    }

    private static LongFunction<Case> cases(Function<Chance, Connectors> connectors) {
        return new RandomCases(connectors, LongUnaryOperator.identity(), seed -> "again " + seed);
    }

    private static Connectors log(Chance chance) {
        return new FilesBeside(new LogConnectors(), chance);
    }

    private static Connectors kafka(Chance chance) {
        return new FilesBeside(new KafkaConnectors(chance), chance);
    }
}
