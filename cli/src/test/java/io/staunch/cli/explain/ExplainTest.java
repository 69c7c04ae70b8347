package io.staunch.cli.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.staunch.Pipeline;
import io.staunch.cli.command.CommandFailure;
import io.staunch.examples.payouts.PayoutsJob.Payout;
import io.staunch.graph.Node.SinkNode;
import io.staunch.guarantee.Finding;
import io.staunch.guarantee.Guarantee;
import io.staunch.guarantee.GuaranteeReport;
import io.staunch.guarantee.LiveReport;
import io.staunch.guarantee.LookContext;
import io.staunch.guarantee.Offer;
import io.staunch.sink.FlushingSink;
import io.staunch.sink.Sink;
import io.staunch.sink.SinkConnection;
import io.staunch.sink.SinkContext;
import io.staunch.sink.SinkEncoder;
import io.staunch.source.Source;
import io.staunch.source.SourceContext;
import io.staunch.source.SourceReader;
import io.staunch.source.SplitEnumerator;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine;

class ExplainTest {
    /** In a class file. */
    private static final int MAJOR_VERSION_AT = 7;

    private final StringWriter err = new StringWriter();

    /** What a user's jar holds. */
    public static final class Mine {
        private Mine() {}

        public static Pipeline pipeline() {
            return ExamplePipelines.AIRPORT_DELAYS.at("localhost:9092", Guarantee.AT_LEAST_ONCE);
        }
    }

    /** One whose parts say what the look shows them. */
    public static final class Looking {
        private static List<Finding> ofSource = List.of();
        private static List<Finding> ofSink = List.of();

        private Looking() {}

        public static Pipeline pipeline() {
            return Pipeline.named("looking")
                    .guarantee(Guarantee.AT_LEAST_ONCE)
                    .from("in", new In(ofSource))
                    .to("out", new Out(ofSink));
        }
    }

    /** The sink of an example whose outside remembers keys for a day, less some minutes. */
    public static final class Paying {
        private Paying() {}

        @SuppressWarnings("unchecked")
        public static Pipeline pipeline() {
            var provider = ExamplePipelines.PAYOUTS.at("localhost:9092", Guarantee.EXACTLY_ONCE).nodes().stream()
                    .filter(SinkNode.class::isInstance)
                    .map(node -> (Sink<Payout>) ((SinkNode) node).sink())
                    .findFirst()
                    .orElseThrow();
            return Pipeline.named("paying")
                    .from("in", new In(List.of(Finding.seen("three copies"))))
                    .map(line -> new Payout(line, line, 1))
                    .to("provider", provider);
        }
    }

    /** What it should not. */
    public static final class Without {
        private Without() {}
    }

    @ParameterizedTest
    @EnumSource
    void everyExampleReachesExactlyOnceAndIsValid(ExamplePipelines example) {
        Pipeline pipeline = example.at("localhost:9092", Guarantee.EXACTLY_ONCE);
        pipeline.validate();
        assertThat(pipeline.guaranteeReport().level()).isEqualTo(Guarantee.EXACTLY_ONCE);
    }

    @ParameterizedTest
    @EnumSource
    void theMainExampleReachesWhateverItAsksFor(Guarantee guarantee) {
        Pipeline pipeline = ExamplePipelines.AIRPORT_DELAYS.at("localhost:9092", guarantee);
        pipeline.validate();
        assertThat(pipeline.guaranteeReport().reached()).isTrue();
    }

    @Test
    void theReportIsOneLineOfJson() throws Exception {
        GuaranteeReport computed = ExamplePipelines.AIRPORT_DELAYS
                .at("localhost:9092", Guarantee.AT_LEAST_ONCE)
                .guaranteeReport();
        String label = computed.components().get(0).label();
        var found = List.of(Finding.seen("three copies"), Finding.failed("kept for an hour", "keep it longer"));
        var ofStore = List.of(Finding.seen("there"));
        String json = ReportJson.of(new LiveReport(computed, Map.of(label, found, "checkpoint store 'x'", ofStore)));
        assertThat(json).doesNotContain("\n");
        JsonNode report = new ObjectMapper().readTree(json);
        assertThat(report.get("level").asText()).isEqualTo("at-least-once");
        assertThat(report.get("components")).hasSizeGreaterThan(2);
        assertThat(report.get("holds").asBoolean()).isFalse();
        JsonNode findings = report.get("components").get(0).get("findings");
        assertThat(findings.get(0).get("sight").asText()).isEqualTo("seen");
        assertThat(findings.get(1).get("remedy").asText()).isEqualTo("keep it longer");
        JsonNode besides = report.get("besides").get(0);
        assertThat(besides.get("label").asText()).isEqualTo("checkpoint store 'x'");
        assertThat(besides.get("findings").get(0).get("told").asText()).isEqualTo("there");
    }

    @Test
    void aLookThatShowsNothingOfAPartIsNoSuccess(@TempDir Path folder) throws Exception {
        Finding seen = Finding.seen("three copies");
        Finding away = Finding.notSeen("the broker does not answer", null);
        Finding failed = Finding.failed("one copy", "make more");
        assertThat(look(folder, List.of(seen), List.of(seen, away))).isZero();
        assertThat(look(folder, List.of(), List.of(seen))).isZero();
        assertThat(look(folder, List.of(seen), List.of(failed, away))).isEqualTo(1);
        assertThat(err.toString()).isEmpty();
        assertThat(look(folder, List.of(seen), List.of(away))).isEqualTo(3);
        assertThat(err.toString()).contains("nothing was seen of sink 'out'").doesNotContain("source");
        assertThat(look(folder, List.of(away), List.of(failed))).isEqualTo(1);
        assertThat(look(folder, List.of(), List.of())).isEqualTo(3);
        assertThat(err.toString()).contains("no part of pipeline 'looking' can look");
    }

    @Test
    void theFolderOfTheCheckpointsIsLookedAtIfItIsSaid(@TempDir Path folder) throws Exception {
        Looking.ofSource = List.of();
        Looking.ofSink = List.of(Finding.seen("three copies"));
        assertThat(explain(folder, "--live")).isZero();
        assertThat(explain(
                        folder,
                        "--live",
                        "--state",
                        folder.resolve("looking.jar").toString()))
                .isEqualTo(1);
        assertThat(explain(folder, "--state", folder.toString())).isNotZero();
    }

    /** Nobody has said that the job may be down for a day. */
    @Test
    void whatIsKeptForADayIsLongEnoughIfNoOutageIsSaid(@TempDir Path folder) throws Exception {
        assertThat(explainClass(folder, Paying.class, "--live")).isZero();
        assertThat(explainClass(folder, Paying.class, "--live", "--outage", "23"))
                .isZero();
        assertThat(explainClass(folder, Paying.class, "--live", "--outage", "24"))
                .isEqualTo(1);
    }

    @Test
    void withoutALookNothingNeedBeSeen(@TempDir Path folder) throws Exception {
        Looking.ofSource = List.of();
        Looking.ofSink = List.of();
        assertThat(explain(folder)).isZero();
    }

    @Test
    void theHelpSaysWhichExitCodesThereAre() {
        assertThat(new CommandLine(new ExplainCommand()).getUsageMessage())
                .contains("Exit codes:")
                .containsPattern("(?m)^ *0 .*reached")
                .containsPattern("(?m)^ *1 .*not reached")
                .containsPattern("(?m)^ *2 .*typed")
                .containsPattern("(?m)^ *3 .*nothing was seen");
    }

    @Test
    void theHelpNamesEachExample() {
        String help = new CommandLine(new ExplainCommand()).getUsageMessage().replaceAll("\\s", "");
        assertThat(ExamplePipelines.titles())
                .isNotEmpty()
                .allSatisfy(title -> assertThat(help).contains(title));
    }

    @Test
    void whatAPartOfAJarLoadsWhenItIsAskedIsStillThere(@TempDir Path folder) throws Exception {
        Path jar = JarOfSources.make(folder, Map.of("mine.Mine", """
                        package mine;
                        public final class Mine {
                            public static io.staunch.Pipeline pipeline() {
                                var pipeline = io.staunch.Pipeline.named("mine");
                                pipeline.from("in", new In());
                                return pipeline;
                            }
                        }""", "mine.In", """
                        package mine;
                        import io.staunch.source.*;
                        final class In implements Source<String> {
                            public String description() { return "in"; }
                            public io.staunch.guarantee.Offer offer() { return Later.offer(); }
                            public SplitEnumerator enumerator(SourceContext context) { throw new Error(); }
                            public SourceReader<String> reader(SourceContext context) { throw new Error(); }
                        }""", "mine.Later", """
                        package mine;
                        final class Later {
                            static io.staunch.guarantee.Offer offer() {
                                return io.staunch.guarantee.Offer.exactlyOnce("of a class that comes later");
                            }
                        }"""));
        assertThat(PipelineInJar.load(jar, "mine.Mine")
                        .guaranteeReport()
                        .components()
                        .get(0)
                        .offer()
                        .reason())
                .isEqualTo("of a class that comes later");
    }

    @Test
    void aClassThatFailsWhenItIsInitialisedIsToldByName(@TempDir Path folder) throws Exception {
        Path jar = JarOfSources.make(folder, Map.of("mine.Broken", """
                        package mine;
                        public final class Broken {
                            static final int NUMBER = Integer.parseInt("none");
                            public static io.staunch.Pipeline pipeline() { return null; }
                        }"""));
        assertThatThrownBy(() -> PipelineInJar.load(jar, "mine.Broken"))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("class mine.Broken can't be initialised")
                .hasMessageContaining("NumberFormatException");
    }

    @Test
    void aClassOfANewerJavaIsToldByName(@TempDir Path folder) throws Exception {
        var unused = JarOfSources.make(folder, Map.of("mine.Newer", "package mine; public final class Newer {}"));
        Path classes = folder.resolve("classes");
        Path file = classes.resolve("mine").resolve("Newer.class");
        byte[] bytes = Files.readAllBytes(file);
        bytes[MAJOR_VERSION_AT] = 99;
        Files.write(file, bytes);
        var command = new ExplainCommand();
        new CommandLine(command).parseArgs("--jar", classes.toString(), "--main", "mine.Newer");
        assertThatThrownBy(command::call)
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("a class of the pipeline can't be loaded")
                .hasMessageContaining("mine/Newer");
    }

    private int look(Path folder, List<Finding> ofSource, List<Finding> ofSink) throws Exception {
        Looking.ofSource = ofSource;
        Looking.ofSink = ofSink;
        return explain(folder, "--live");
    }

    private int explain(Path folder, String... more) throws Exception {
        return explainClass(folder, Looking.class, more);
    }

    private int explainClass(Path folder, Class<?> main, String... more) throws Exception {
        Path jar = folder.resolve("looking.jar");
        if (Files.notExists(jar)) {
            Files.createFile(jar);
        }
        List<String> args = new ArrayList<>(List.of("--jar", jar.toString(), "--main", main.getName()));
        args.addAll(List.of(more));
        return new CommandLine(new ExplainCommand())
                .setErr(new PrintWriter(err, true))
                .execute(args.toArray(String[]::new));
    }

    private record In(List<Finding> findings) implements Source<String> {
        @Override
        public String description() {
            return "in";
        }

        @Override
        public Offer offer() {
            return Offer.exactlyOnce("never read");
        }

        @Override
        public List<Finding> look(LookContext context) {
            return findings;
        }

        @Override
        public SplitEnumerator enumerator(SourceContext context) {
            throw new UnsupportedOperationException();
        }

        @Override
        public SourceReader<String> reader(SourceContext context) {
            throw new UnsupportedOperationException();
        }
    }

    private record Out(List<Finding> findings) implements FlushingSink<String, String> {
        @Override
        public String description() {
            return "out";
        }

        @Override
        public Offer offer() {
            return Offer.atLeastOnce("never written", "none");
        }

        @Override
        public List<Finding> look(LookContext context) {
            return findings;
        }

        @Override
        public SinkEncoder<String, String> encoder(SinkContext context) {
            throw new UnsupportedOperationException();
        }

        @Override
        public SinkConnection<String> connect(SinkContext context) {
            throw new UnsupportedOperationException();
        }
    }

    @Test
    void aClassOfAJarIsAskedForItsPipeline(@TempDir Path folder) throws Exception {
        Path jar = Files.createFile(folder.resolve("mine.jar"));
        assertThat(PipelineInJar.load(jar, Mine.class.getName()).name()).isEqualTo("airport-delays");
        assertThatThrownBy(() -> PipelineInJar.load(jar, Without.class.getName()))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("public static Pipeline pipeline()");
        assertThatThrownBy(() -> PipelineInJar.load(jar, "no.such.Type"))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("class not found");
    }
}
