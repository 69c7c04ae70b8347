package io.staunch.cli.demo;

import io.staunch.observe.JobListener;
import io.staunch.observe.ProtocolEvent;
import io.staunch.observe.ProtocolStep;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * In the job's process: tells the parent of protocol steps, and stops the process at one of them when it is told to, so that the parent
 * kills it exactly there. Listeners are called at the very moment of a step by the thread that takes it, and here that thread never comes
 * back. Safe for use by any thread.
 */
final class StepGate implements JobListener {
    private final Consumer<String> parent;
    private final boolean tellsAll;
    private final LongSupplier records;
    private final AtomicReference<@Nullable Hold> wanted = new AtomicReference<>();

    /** Set by the coordinator's thread: something of this process is to be seen outside, so it has recovered. */
    private volatile boolean settled;

    /**
     * Where to stand still.
     *
     * @param step the first of this kind after a checkpoint has settled ...
     * @param records ... and so many records have gone out
     */
    record Hold(ProtocolStep step, long records) {}

    /**
     * @param tellsAll whether the parent is told of every step, and not only of those that it waits for
     * @param records how many records this process has given to its sink
     */
    StepGate(Consumer<String> parent, boolean tellsAll, LongSupplier records) {
        this.parent = parent;
        this.tellsAll = tellsAll;
        this.records = records;
    }

    /** That step is the last that the process takes. */
    void hold(Hold hold) {
        wanted.set(hold);
    }

    @Override
    public void on(ProtocolEvent event) {
        if (tellsAll || event.step() == ProtocolStep.RESTORED) {
            parent.accept(JobLine.event(event));
        }
        if (event.step() == ProtocolStep.SETTLED) {
            settled = true;
        }
        Hold hold = wanted.get();
        boolean here = hold != null && settled && hold.step() == event.step() && records.getAsLong() >= hold.records();
        if (here && wanted.compareAndSet(hold, null)) {
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
