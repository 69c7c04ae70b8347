package io.staunch.runtime.task;

import io.staunch.backend.KeyedBackend.Capture;
import io.staunch.backend.KeyedBackend.Captured;
import io.staunch.environment.Environment;
import io.staunch.protocol.time.SplitTime;
import io.staunch.protocol.time.SplitTimes;
import io.staunch.protocol.time.SplitTimesCodec;
import io.staunch.runtime.data.Barrier;
import io.staunch.source.SourceReader;
import io.staunch.source.Split;
import io.staunch.time.Watermarks;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Moves the event time of a source's task on, between two polls: which splits are idle, which are finished, which are too far ahead to be read. Owned
 * by the task's worker.
 */
final class SourceTime implements Stateful {
    /** How often idleness and the ends of splits are looked at. */
    private static final long LOOK_EVERY_NANOS = 1_000_000;

    /** However long nobody has looked, one look counts for no more than this part of the timeout: the worker may have been away. */
    private static final int LOOKS_TO_IDLENESS = 4;

    private final String operator;
    private final EventTimeStep step;
    private final SplitTimes times;
    private final SourceReader<Object> reader;
    private final Alignment alignment;
    private final int index;
    private final Environment environment;
    private final long mostPerLook;
    private final long distance;
    private final boolean aligned;
    private Map<String, SplitTime> restored = Map.of();
    private Set<String> paused = Set.of();
    private long looked;
    private boolean heldBack;

    /**
     * @param operator name of the node
     * @param index of the task among those of the source
     */
    SourceTime(
            String operator,
            Watermarks rules,
            EventTimeStep step,
            SplitTimes times,
            SourceReader<Object> reader,
            Alignment alignment,
            int index,
            Environment environment) {
        this.operator = operator;
        this.step = step;
        this.times = times;
        this.reader = reader;
        this.alignment = alignment;
        this.index = index;
        this.environment = environment;
        Duration idleness = rules.idleness();
        this.mostPerLook = idleness == null ? Long.MAX_VALUE : Math.max(1, idleness.toNanos() / LOOKS_TO_IDLENESS);
        this.aligned = rules.alignment() != null;
        this.distance = rules.alignment() == null ? 0 : rules.alignment().toMillis();
        this.looked = environment.nanoTime();
    }

    void restore(Restored from) {
        restored = SplitTimesCodec.read(from.chunks());
    }

    /** Splits are read from now on; one that the restored checkpoint knows goes on from its time. */
    void add(List<Split> splits) {
        for (Split split : splits) {
            times.add(restored.getOrDefault(split.id(), new SplitTime(split.id(), Long.MIN_VALUE, false)));
        }
    }

    /** The records that follow are of this split. */
    void split(String id) {
        times.read(id);
    }

    /** The task can't read now: that nothing comes is not the splits' doing. */
    void heldBack() {
        heldBack = true;
    }

    /**
     * The reader was polled, and what it gave is in the chain.
     *
     * @param all whether everything that the reader gave is; while it is not, no split is finished or idle
     */
    void polled(boolean all) {
        long now = environment.nanoTime();
        heldBack |= !all;
        if (now - looked >= LOOK_EVERY_NANOS) {
            if (!heldBack) {
                times.passed(Math.min(now - looked, mostPerLook), paused);
                times.finished(reader::finished);
            }
            heldBack = false;
            looked = now;
        }
        step.tell();
        if (aligned) {
            align();
        }
    }

    /** Nothing more is read: time is at its end. */
    void end() {
        times.end();
        step.tell();
    }

    private void align() {
        long slowest = alignment.tell(index, times.slowest());
        long bound = slowest + distance;
        Set<String> ahead = times.beyond(bound < slowest ? Long.MAX_VALUE : bound);
        if (!ahead.equals(paused)) {
            paused = ahead;
            reader.pause(ahead);
        }
    }

    @Override
    public String operator() {
        return operator;
    }

    @Override
    public Capture capture(Barrier barrier) {
        return new AtOnce(Captured.whole(List.of(SplitTimesCodec.write(times.state()))));
    }

    @Override
    public void close() {}
}
