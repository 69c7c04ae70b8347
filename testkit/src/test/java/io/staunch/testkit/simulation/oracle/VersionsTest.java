package io.staunch.testkit.simulation.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.guarantee.Guarantee;
import io.staunch.observe.ProtocolEvent;
import io.staunch.observe.ProtocolStep;
import java.util.List;
import org.junit.jupiter.api.Test;

class VersionsTest {
    private static final Expectation EXPECTED =
            Expectation.of(List.of(new Output(0, "k", 1), new Output(0, "k", 2), new Output(0, "k", 3)));

    private final Versions versions = new Versions(EXPECTED, Guarantee.EXACTLY_ONCE);

    @Test
    void theLastValueOfEachKeyIsAllThatMustBeThere() {
        write(1, 1);
        assertThat(versions.complete()).isFalse();
        assertThat(versions.broken()).contains("in the end key k has '1' and must have '3'");

        restored(1, 1, 0);
        write(1, 3);

        assertThat(versions.complete()).isTrue();
        assertThat(versions.broken()).isNull();
    }

    @Test
    void whatFollowsTheRestoredCheckpointIsWrittenAnew() {
        restored(1, 1, 0);
        write(1, 1, 2, 3);
        restored(2, 2, 0);
        write(2, 1);

        assertThat(versions.problems()).isEmpty();
        assertThat(versions.complete()).isFalse();
        write(2, 2, 3);
        assertThat(versions.broken()).isNull();
    }

    @Test
    void finalValuesOfAnAttemptThatWasReplacedAreNotTheEnd() {
        restored(1, 1, 0);
        write(1, 1, 2, 3);
        restored(2, 2, 0);

        assertThat(versions.complete()).isFalse();
    }

    @Test
    void aValueOlderThanACompleteCheckpointCountsOnIsFoundAtOnce() {
        restored(1, 1, 0);
        write(1, 1, 2);
        step(1, 1, ProtocolStep.CHECKPOINT_STARTED, 7);
        step(1, 1, ProtocolStep.DURABLE, 7);

        write(2, 1);

        assertThat(versions.problems()).hasSize(1).first().asString().contains("key k has '1'", "counts on '2'");
        write(1, 3);
        assertThat(versions.broken()).contains("out of order 1");
    }

    @Test
    void oneThatIsThereWhenTheCheckpointCompletesIsFoundToo() {
        restored(1, 1, 0);
        write(1, 1, 2);
        step(1, 1, ProtocolStep.CHECKPOINT_STARTED, 7);
        write(2, 1);
        assertThat(versions.problems()).isEmpty();

        step(1, 1, ProtocolStep.DURABLE, 7);

        assertThat(versions.problems()).hasSize(1);
    }

    @Test
    void aCheckpointThatARecoveryLeavesBehindCountsNoMore() {
        restored(1, 1, 0);
        write(1, 1, 2);
        step(1, 1, ProtocolStep.CHECKPOINT_STARTED, 7);
        step(1, 1, ProtocolStep.DURABLE, 7);
        restored(2, 2, 0);

        write(2, 1);
        step(1, 1, ProtocolStep.DURABLE, 7);

        assertThat(versions.problems()).isEmpty();
    }

    @Test
    void aValueThatNobodyExpectsIsFound() {
        write(1, 4);

        assertThat(versions.problems()).hasSize(1);
        assertThat(versions.verdict().unexpected()).isEqualTo(1);
    }

    @Test
    void atLeastOnceMeansThatTheLastValueWasThere() {
        var atLeastOnce = new Versions(EXPECTED, Guarantee.AT_LEAST_ONCE);
        atLeastOnce.see(new Output(0, "k", 2, 1, 0));
        assertThat(atLeastOnce.broken()).contains("lost 1");

        atLeastOnce.see(new Output(0, "k", 3, 1, 0));
        atLeastOnce.see(new Output(0, "k", 1, 2, 0));

        assertThat(atLeastOnce.complete()).isTrue();
        assertThat(atLeastOnce.broken()).isNull();
    }

    /** Seed 140652812: a commit that had no answer took effect after the job had restarted in the same process. */
    @Test
    void whatAnEarlierExecutionOfTheProcessCommitsLateIsNotCountedOn() {
        restored(1, 1, 0);
        step(1, 1, ProtocolStep.RESTARTING, -1);
        restored(1, 1, 0);
        write(1, 1, 2);
        step(1, 1, ProtocolStep.CHECKPOINT_STARTED, 7);
        step(1, 1, ProtocolStep.DURABLE, 7);
        restored(2, 2, 7);
        write(2, 1);
        assertThat(versions.problems()).isEmpty();
    }

    @Test
    void whatTheNewExecutionHasWrittenIsCountedOn() {
        restored(1, 1, 0);
        step(1, 1, ProtocolStep.RESTARTING, -1);
        restored(1, 1, 0);
        versions.see(new Output(0, "k", 2, 1, 1));
        step(1, 1, ProtocolStep.CHECKPOINT_STARTED, 7);
        step(1, 1, ProtocolStep.DURABLE, 7);
        restored(2, 2, 7);
        write(2, 1);
        assertThat(versions.problems()).hasSize(1);
    }

    private void write(int process, int... values) {
        for (int value : values) {
            versions.see(new Output(0, "k", value, process, 0));
        }
    }

    private void restored(int process, long epoch, long checkpoint) {
        step(process, epoch, ProtocolStep.RESTORED, checkpoint);
    }

    private void step(int process, long epoch, ProtocolStep step, long checkpoint) {
        versions.see(process, new ProtocolEvent(step, "job", epoch, checkpoint, "job", "", 0));
    }
}
