package io.staunch.cli.demo;

import io.staunch.observe.JobListener;
import io.staunch.observe.ProtocolEvent;
import io.staunch.observe.ProtocolStep;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * In the job's process: tells the parent of protocol steps, and stops the process at one of them when it is told to, so that the parent
 * kills it exactly there. Listeners are called at the very moment of a step by the thread that takes it, and here that thread never comes
 * back. Safe for use by any thread.
 */
final class StepGate implements JobListener {
    private final Consumer<String> parent;
    private final boolean tellsAll;
    private final AtomicReference<@Nullable ProtocolStep> wanted = new AtomicReference<>();

    /** @param tellsAll whether the parent is told of every step, and not only of those that it waits for */
    StepGate(Consumer<String> parent, boolean tellsAll) {
        this.parent = parent;
        this.tellsAll = tellsAll;
    }

    /** The next step of this kind is the last that the process takes. */
    void holdAt(ProtocolStep step) {
        wanted.set(step);
    }

    @Override
    public void on(ProtocolEvent event) {
        if (tellsAll || event.step() == ProtocolStep.RESTORED) {
            parent.accept(JobLine.event(event));
        }
        if (event.step() == wanted.get() && wanted.compareAndSet(event.step(), null)) {
            parent.accept(JobLine.HELD + " " + event);
            standStill();
        }
    }

    private static void standStill() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
