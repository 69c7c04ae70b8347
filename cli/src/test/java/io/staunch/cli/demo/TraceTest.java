package io.staunch.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.observe.ProtocolEvent;
import io.staunch.observe.ProtocolStep;
import java.util.List;
import org.junit.jupiter.api.Test;

class TraceTest {
    private final Trace trace = new Trace();
    private final long start = System.nanoTime();

    @Test
    void aCheckpointIsTheOneAfterTheFirstCommit() {
        checkpoint(1, 0);
        assertThat(trace.checkpoint()).isEmpty();
        checkpoint(2, 100);
        assertThat(trace.checkpoint()).isEmpty();
        trace.arrival(System.nanoTime());
        assertThat(trace.checkpoint()).hasValueSatisfying(found -> {
            assertThat(found.events()).extracting(ProtocolEvent::step).startsWith(ProtocolStep.TRANSACTION_OPENED);
            assertThat(found.events().subList(1, found.events().size()))
                    .hasSize(10)
                    .allMatch(e -> e.checkpoint() == 2);
        });
    }

    @Test
    void outputThatCameBeforeTheCommitWasSentIsNotThatOfTheCheckpoint() {
        checkpoint(1, 0);
        trace.arrival(start);
        checkpoint(2, 100);
        assertThat(trace.checkpoint()).isEmpty();
    }

    @Test
    void theTextHasFlinksStepsInFlinksOrder() {
        checkpoint(1, 0);
        checkpoint(2, 100);
        trace.arrival(System.nanoTime());
        List<String> text = TraceText.of(trace.checkpoint().orElseThrow());
        assertThat(text.stream().filter(l -> l.matches("  [1-7]\\. .*")).map(String::strip))
                .containsExactly(
                        "1. the first record opens the transaction",
                        "2. the barrier goes through the job",
                        "3. state is stored; the sink pre-commits",
                        "4. all tasks and sinks have acknowledged",
                        "5. the checkpoint is complete",
                        "6. the transaction is committed",
                        "7. the output is visible");
        assertThat(text).first().asString().contains("Checkpoint 2 of job 'job'");
    }

    @Test
    void anEventSurvivesTheWayToTheParent() {
        var event = new ProtocolEvent(ProtocolStep.DURABLE, "job", 3, 17, "a subject", "two\nlines\tand a tab", 99);
        assertThat(JobLine.asEvent(JobLine.event(event)))
                .contains(
                        new ProtocolEvent(ProtocolStep.DURABLE, "job", 3, 17, "a subject", "two lines and a tab", 99));
        assertThat(JobLine.asEvent("held DURABLE")).isEmpty();
    }

    private void checkpoint(long id, long nanos) {
        step(ProtocolStep.TRANSACTION_OPENED, -1, nanos);
        ProtocolStep[] steps = {
            ProtocolStep.CHECKPOINT_STARTED,
            ProtocolStep.BARRIER_SENT,
            ProtocolStep.BARRIER_ALIGNED,
            ProtocolStep.STATE_CAPTURED,
            ProtocolStep.SINK_PREPARED,
            ProtocolStep.ACKNOWLEDGED,
            ProtocolStep.DURABLE,
            ProtocolStep.COMMIT_SENT,
            ProtocolStep.COMMITTED
        };
        for (int i = 0; i < steps.length; i++) {
            step(steps[i], id, nanos + i + 1);
        }
        step(ProtocolStep.SETTLED, id, nanos + 20);
    }

    private void step(ProtocolStep step, long checkpoint, long nanos) {
        trace.step(new ProtocolEvent(step, "job", 1, checkpoint, "subject", "", start + nanos));
    }
}
