package io.staunch.cli.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.staunch.Pipeline;
import io.staunch.cli.command.CommandFailure;
import io.staunch.guarantee.Finding;
import io.staunch.guarantee.Guarantee;
import io.staunch.guarantee.GuaranteeReport;
import io.staunch.guarantee.LiveReport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ExplainTest {
    /** What a user's jar holds. */
    public static final class Mine {
        private Mine() {}

        public static Pipeline pipeline() {
            return ExamplePipelines.AIRPORT_DELAYS.at("localhost:9092", Guarantee.AT_LEAST_ONCE);
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
        String json = ReportJson.of(new LiveReport(computed, Map.of(label, found)));
        assertThat(json).doesNotContain("\n");
        JsonNode report = new ObjectMapper().readTree(json);
        assertThat(report.get("level").asText()).isEqualTo("at-least-once");
        assertThat(report.get("components")).hasSizeGreaterThan(2);
        assertThat(report.get("holds").asBoolean()).isFalse();
        JsonNode findings = report.get("components").get(0).get("findings");
        assertThat(findings.get(0).get("sight").asText()).isEqualTo("seen");
        assertThat(findings.get(1).get("remedy").asText()).isEqualTo("keep it longer");
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
