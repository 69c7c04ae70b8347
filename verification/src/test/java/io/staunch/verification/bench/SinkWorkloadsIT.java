package io.staunch.verification.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.verification.bench.report.Results;
import io.staunch.verification.bench.report.Run;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tiny runs of the workloads of sinks, which measure nothing: that contenders write what they should. */
class SinkWorkloadsIT {
    private static final ClassPaths CLASS_PATHS =
            new ClassPaths(Path.of("..").toAbsolutePath().normalize());

    private static Plan plan(Kind... kinds) {
        return new Plan(List.of(kinds), List.of("100ms"), 1, 0, 1, 20_000, 2, "256m", Optional.empty());
    }

    private static void exact(Results results, int runs) {
        assertThat(results.runs())
                .hasSize(runs)
                .allSatisfy(run -> assertThat(run.output())
                        .as(run.contender() + " at " + run.setting())
                        .isEqualTo(Run.EXACT));
        assertThat(results.sound()).isTrue();
    }

    @Test
    void aTopicIntoATableIsExactByStaunchAndByHand() throws Exception {
        var results = new Results();
        new TableWorkload().measure(plan(Kind.STAUNCH, Kind.LOOP), CLASS_PATHS, results);
        exact(results, 2);
    }

    @Test
    void aTopicIntoFilesIsExactByStaunchAndByHand() throws Exception {
        var results = new Results();
        new FilesWorkload().measure(plan(Kind.STAUNCH, Kind.LOOP), CLASS_PATHS, results);
        exact(results, 4);
    }
}
