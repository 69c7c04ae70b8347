package io.staunch.runtime.job;

import io.staunch.environment.Agent;
import io.staunch.environment.Environment;
import io.staunch.runtime.task.Reports;
import io.staunch.source.Split;
import io.staunch.source.SplitEnumerator;
import java.util.ArrayList;
import java.util.List;
import org.jctools.queues.SpscUnboundedArrayQueue;

/** Looks for new splits of a source now and then, and tells the source what is settled. The agent's thread owns the enumerator. */
final class SplitScout implements Agent {
    private record Settled(long checkpoint, List<Split> positions) {}

    private final String source;
    private final SplitEnumerator enumerator;
    private final List<String> known = new ArrayList<>();
    private final long everyNanos;
    private final Reports reports;
    private final Environment environment;
    private final SpscUnboundedArrayQueue<Settled> settled = new SpscUnboundedArrayQueue<>(16);
    private volatile boolean stopped;
    private long next;

    SplitScout(
            String source,
            SplitEnumerator enumerator,
            List<Split> splits,
            long everyNanos,
            Reports reports,
            Environment environment) {
        this.source = source;
        this.enumerator = enumerator;
        splits.forEach(split -> known.add(split.id()));
        this.everyNanos = everyNanos;
        this.reports = reports;
        this.environment = environment;
        this.next = environment.nanoTime() + everyNanos;
    }

    /** Coordinator: recovery can no longer need what lies before these positions. */
    void settled(long checkpoint, List<Split> positions) {
        settled.offer(new Settled(checkpoint, positions));
    }

    /** Any thread: the next step lets go of the enumerator and is the last. */
    void stop() {
        stopped = true;
    }

    @Override
    public Step step() {
        if (stopped) {
            enumerator.close();
            return Step.DONE;
        }
        try {
            boolean told = tell();
            return look() || told ? Step.WORKED : Step.IDLE;
        } catch (Throwable e) {
            reports.failed(source, -1, e);
            enumerator.close();
            return Step.DONE;
        }
    }

    private boolean tell() {
        Settled newest = null;
        for (Settled s = settled.poll(); s != null; s = settled.poll()) {
            newest = s;
        }
        if (newest != null) {
            enumerator.settled(newest.checkpoint(), newest.positions());
        }
        return newest != null;
    }

    private boolean look() {
        if (environment.nanoTime() - next < 0) {
            return false;
        }
        next = environment.nanoTime() + everyNanos;
        List<Split> found = enumerator.discover(List.copyOf(known));
        if (!found.isEmpty()) {
            found.forEach(split -> known.add(split.id()));
            reports.discovered(source, found);
        }
        return true;
    }
}
