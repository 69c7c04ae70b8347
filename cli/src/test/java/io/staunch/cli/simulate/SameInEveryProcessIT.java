package io.staunch.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.cli.Main;
import io.staunch.testkit.process.ChildJvm;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a JVM has of its own (identity hash codes, the order of sets and maps that can't be changed) is not part of any run. */
class SameInEveryProcessIT {
    private static final Pattern TRACE = Pattern.compile("\"trace\":\"([0-9a-f]+)\"");
    private static final Duration HANGS = Duration.ofMinutes(4);

    @TempDir
    Path folder;

    /** Among the seeds are 50001114, which found followers that caught up in the order of an unordered map. */
    @ParameterizedTest
    @CsvSource({"any, 300, 50001000", "random-jdbc, 60, 1"})
    void aSeedIsTheSameRunInEveryProcess(String pipeline, String seeds, String from) throws Exception {
        Set<String> traces = new HashSet<>();
        for (int process = 0; process < 3; process++) {
            traces.add(traceOfAProcess(
                    List.of("simulate", "--json", "--pipeline", pipeline, "--seeds", seeds, "--from", from)));
        }
        assertThat(traces).as("three processes ran the same seeds").hasSize(1);
    }

    private String traceOfAProcess(List<String> arguments) throws InterruptedException {
        try (ChildJvm child = ChildJvm.start(Main.class, List.of("-Xmx512m"), arguments, folder.resolve("log"))) {
            String said = child.hear(HANGS);
            assertThat(said).as("hung, or died: %s", child.logTail(20)).isNotNull();
            Matcher trace = TRACE.matcher(said);
            assertThat(trace.find()).as(said).isTrue();
            return trace.group(1);
        }
    }
}
