package io.staunch.runtime.job;

import io.staunch.observe.Metrics;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** What a job has counted. Tasks write their own counters, the coordinator writes the rest, any thread reads. */
final class Counters {
    private record Place(String name, int index) {}

    /** The last checkpoint's figures. */
    private record Last(long bytes, long nanos, long commitNanos, long alignmentNanos, long captureNanos) {}

    private final Map<Place, AtomicLong> in = new ConcurrentHashMap<>();
    private final Map<Place, AtomicLong> out = new ConcurrentHashMap<>();
    private final AtomicLong checkpoints = new AtomicLong();
    private volatile Last last = new Last(0, 0, 0, 0, 0);

    /** The counter of a task of a source, from zero: counters are those of the present execution. */
    AtomicLong source(String name, int index) {
        return fresh(in, name, index);
    }

    AtomicLong sink(String name, int index) {
        return fresh(out, name, index);
    }

    void durable(long bytes, long nanos, long alignmentNanos, long captureNanos) {
        checkpoints.incrementAndGet();
        last = new Last(bytes, nanos, last.commitNanos(), alignmentNanos, captureNanos);
    }

    void settled(long commitNanos) {
        Last l = last;
        last = new Last(l.bytes(), l.nanos(), commitNanos, l.alignmentNanos(), l.captureNanos());
    }

    /** How many records all sources have read in the present execution. */
    long read() {
        return in.values().stream().mapToLong(AtomicLong::get).sum();
    }

    Metrics metrics() {
        Last l = last;
        return new Metrics(
                sums(in),
                sums(out),
                checkpoints.get(),
                l.bytes(),
                l.nanos(),
                l.commitNanos(),
                l.alignmentNanos(),
                l.captureNanos());
    }

    private static AtomicLong fresh(Map<Place, AtomicLong> counters, String name, int index) {
        var counter = new AtomicLong();
        counters.put(new Place(name, index), counter);
        return counter;
    }

    private static Map<String, Long> sums(Map<Place, AtomicLong> counters) {
        Map<String, Long> sums = new TreeMap<>();
        counters.forEach((place, counter) -> sums.merge(place.name(), counter.get(), Long::sum));
        return sums;
    }
}
