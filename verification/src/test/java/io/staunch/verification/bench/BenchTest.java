package io.staunch.verification.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** What {@code ./staunch bench} says of what can't be meant. */
class BenchTest {
    @ParameterizedTest
    @ValueSource(strings = {"--rounds 0", "--warm-up -1", "--seconds 0", "--records 0", "--parallelism 0"})
    void aFigureThatMeasuresNothingIsRefusedByName(String option) {
        var err = new StringWriter();
        var command = new CommandLine(new Bench()).setErr(new PrintWriter(err, true));
        // No workload has this name, so that nothing runs whatever is said.
        assertThat(command.execute((option + " nothing").split(" "))).isEqualTo(2);
        assertThat(err.toString()).contains(option.split(" ")[0] + " must be at least");
    }
}
