package io.staunch.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.observe.ProtocolEvent;
import io.staunch.observe.ProtocolStep;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class StepGateTest {
    private final List<String> said = new CopyOnWriteArrayList<>();
    private final AtomicLong records = new AtomicLong();

    @Test
    void theThreadThatTakesTheStepNeverComesBackFromIt() throws InterruptedException {
        var standing = new CountDownLatch(1);
        var gate = new StepGate(
                line -> {
                    said.add(line);
                    standing.countDown();
                },
                false,
                records::get);
        gate.hold(new StepGate.Hold(ProtocolStep.COMMIT_SENT, 10));
        gate.on(event(ProtocolStep.COMMIT_SENT));
        records.set(10);
        gate.on(event(ProtocolStep.COMMIT_SENT));
        gate.on(event(ProtocolStep.SETTLED));
        gate.on(event(ProtocolStep.DURABLE));
        var passed = new CountDownLatch(1);
        var thread = new Thread(() -> {
            gate.on(event(ProtocolStep.COMMIT_SENT));
            if (!Thread.currentThread().isInterrupted()) {
                passed.countDown();
            }
        });
        thread.start();
        standing.await();
        assertThat(said).singleElement().asString().startsWith("held COMMIT_SENT");
        // Only an interrupt ends the wait here, so the step was not passed before.
        thread.interrupt();
        thread.join();
        assertThat(passed.getCount()).isEqualTo(1);
    }

    @Test
    void stepsThatNobodyAskedForPass() {
        var gate = new StepGate(said::add, false, records::get);
        gate.on(event(ProtocolStep.DURABLE));
        assertThat(said).isEmpty();
    }

    @Test
    void theParentIsToldWhenTheJobBeginsToRead() {
        new StepGate(said::add, false, records::get).on(event(ProtocolStep.RESTORED));
        assertThat(said)
                .singleElement()
                .satisfies(line -> assertThat(JobLine.asEvent(line))
                        .hasValueSatisfying(e -> assertThat(e.step()).isEqualTo(ProtocolStep.RESTORED)));
    }

    private static ProtocolEvent event(ProtocolStep step) {
        return new ProtocolEvent(step, "job", 1, 2, "subject", "", 3);
    }
}
