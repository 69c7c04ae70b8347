package io.staunch.testkit.simulation.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.guarantee.Guarantee;
import io.staunch.observe.ProtocolEvent;
import io.staunch.observe.ProtocolStep;
import java.util.List;
import org.junit.jupiter.api.Test;

class FinalValuesTest {
    private static final Expectation EXPECTED =
            Expectation.of(List.of(new Output(0, "k", 1), new Output(0, "k", 2), new Output(0, "l", 1)));

    private final FinalValues values = new FinalValues(EXPECTED, Guarantee.EXACTLY_ONCE);

    @Test
    void theLastValueOfEachKeyIsAllThatMustBeThere() {
        begin(1);
        write("k", 1, 2);
        assertThat(values.complete()).isFalse();
        assertThat(values.broken()).contains("in the end key l is missing");

        write("l", 1);

        assertThat(values.complete()).isTrue();
        assertThat(values.broken()).isNull();
    }

    @Test
    void valuesLeftByAnAttemptThatWasReplacedAreNotTheEnd() {
        begin(1);
        write("k", 1, 2);
        write("l", 1);
        step(2, ProtocolStep.EPOCH_CLAIMED);
        assertThat(values.complete()).isFalse();

        step(2, ProtocolStep.RESTORED);
        write("k", 1);
        assertThat(values.complete()).isFalse();

        write("k", 2);
        assertThat(values.complete()).isTrue();
    }

    @Test
    void aRestartInsideAProcessGoesBackToo() {
        begin(1);
        write("k", 2);
        write("l", 1);
        step(1, ProtocolStep.RESTARTING);

        assertThat(values.complete()).isFalse();

        step(1, ProtocolStep.RESTORED);
        assertThat(values.complete()).isTrue();
    }

    @Test
    void whatAnOlderAttemptDoesSaysNothing() {
        begin(1);
        begin(2);
        write("k", 2);
        write("l", 1);
        step(1, ProtocolStep.RESTARTING);

        assertThat(values.complete()).isTrue();
    }

    @Test
    void aValueThatIsNotTheLastOneIsNamedInTheEnd() {
        begin(1);
        write("k", 2, 1);
        write("l", 1);

        assertThat(values.problems()).isEmpty();
        assertThat(values.broken()).contains("in the end key k has '1' and must have '2'");
    }

    private void write(String key, int... written) {
        for (int value : written) {
            values.see(new Output(0, key, value));
        }
    }

    private void begin(long epoch) {
        step(epoch, ProtocolStep.EPOCH_CLAIMED);
        step(epoch, ProtocolStep.RESTORED);
    }

    private void step(long epoch, ProtocolStep step) {
        values.see((int) epoch, new ProtocolEvent(step, "job", epoch, 0, "job", "", 0));
    }
}
