package io.staunch.runtime.job;

import io.staunch.environment.Environment;
import io.staunch.graph.Node;
import io.staunch.observe.Metrics;
import io.staunch.observe.Metrics.Behind;
import io.staunch.protocol.time.JoinedWatermark;
import io.staunch.protocol.time.Watermark;
import io.staunch.runtime.job.CheckpointFigures.Waiting;
import io.staunch.runtime.plan.Plan;
import io.staunch.runtime.plan.Stage;
import io.staunch.runtime.task.Pressure;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** What a job has counted. Tasks write their own counters, the coordinator writes the rest, any thread reads. */
final class Counters {
    private record Place(String name, int index) {}

    /** A task's counter: what earlier executions counted, and where the present one counts. */
    private record Counted(long before, AtomicLong present) {
        long sum() {
            return before + present.get();
        }
    }

    private record Blocked(long before, Pressure present) {
        long sum() {
            return before + present.nanos();
        }
    }

    private final Environment environment;
    private final Map<Place, Counted> in = new ConcurrentHashMap<>();
    private final Map<Place, Counted> skipped = new ConcurrentHashMap<>();
    private final Map<Place, Counted> out = new ConcurrentHashMap<>();
    private final Map<Place, Counted> refused = new ConcurrentHashMap<>();
    private final Map<Place, Counted> fired = new ConcurrentHashMap<>();
    private final Map<Place, Counted> late = new ConcurrentHashMap<>();
    private final Map<Place, AtomicReference<Watermark>> watermarks = new ConcurrentHashMap<>();
    private final Map<Place, AtomicLong> lag = new ConcurrentHashMap<>();
    private final Map<String, Blocked> blocked = new ConcurrentHashMap<>();
    private final Map<String, Behind> behind = new ConcurrentHashMap<>();
    private final Map<String, Long> setAside = new ConcurrentHashMap<>();
    private final CheckpointFigures checkpoints;

    Counters(Plan plan, Environment environment) {
        this.environment = environment;
        this.checkpoints = new CheckpointFigures(environment);
        for (int index = 0; index < plan.parallelism(); index++) {
            for (int node : plan.nodesOf(Node.Kind.SOURCE)) {
                source(plan.nodes().get(node).name(), index);
                skipped(plan.nodes().get(node).name(), index);
                lag(plan.nodes().get(node).name(), index);
            }
            for (int node : plan.nodesOf(Node.Kind.SINK)) {
                sink(plan.nodes().get(node).name(), index);
                refused(plan.nodes().get(node).name(), index);
                if (JobContext.follows(
                        ((Node.SinkNode) plan.nodes().get(node)).sink().kind())) {
                    behind(plan.nodes().get(node).name(), Behind.NONE);
                    setAside(plan.nodes().get(node).name(), 0);
                }
            }
            for (int node : plan.nodesOf(Node.Kind.EVENT_TIME)) {
                watermark(plan.sourceOf(node).name(), index);
            }
            for (int node : plan.nodesOf(Node.Kind.KEYED)) {
                if (plan.timed(node)) {
                    late(plan.nodes().get(node).name(), index);
                    watermark(plan.nodes().get(node).name(), index);
                }
            }
            for (Stage stage : plan.stages()) {
                pressure(plan.taskName(stage, index));
            }
        }
    }

    CheckpointFigures checkpoints() {
        return checkpoints;
    }

    /** The counter of a task of a source in a new execution, from zero. */
    AtomicLong source(String name, int index) {
        return fresh(in, name, index);
    }

    /** The same for records that it passes over. */
    AtomicLong skipped(String name, int index) {
        return fresh(skipped, name, index);
    }

    AtomicLong sink(String name, int index) {
        return fresh(out, name, index);
    }

    /** The same for records that its outside does not take. */
    AtomicLong refused(String name, int index) {
        return fresh(refused, name, index);
    }

    /** The same for timers that fire in a task of a keyed operator, or records that go on from one of an enrichment. */
    AtomicLong fired(String name, int index) {
        return fresh(fired, name, index);
    }

    /** The same for records that a keyed operator on a stream with event time drops since they came too late. */
    AtomicLong late(String name, int index) {
        return fresh(late, name, index);
    }

    /** Where a task of a source or of a keyed operator publishes how far event time has come in a new execution: unknown at first. */
    AtomicReference<Watermark> watermark(String name, int index) {
        var unknown = new AtomicReference<>(Watermark.START);
        watermarks.put(new Place(name, index), unknown);
        return unknown;
    }

    /** Where a task of a source publishes its lag in a new execution: unknown at first. */
    AtomicLong lag(String name, int index) {
        var unknown = new AtomicLong(-1);
        lag.put(new Place(name, index), unknown);
        return unknown;
    }

    /** The back pressure of a task in a new execution. */
    Pressure pressure(String task) {
        var present = new Pressure(environment);
        blocked.compute(task, (name, old) -> new Blocked(old == null ? 0 : old.sum(), present));
        return present;
    }

    /** How far a follower is behind now. */
    void behind(String sink, Behind now) {
        behind.put(sink, now);
    }

    /** A follower has passed over so many records with consent. */
    void setAside(String sink, long records) {
        setAside.merge(sink, records, Long::sum);
    }

    /** How many records all sources have read and how many timers have fired or answered records have gone on in the present execution, together: what may have changed anything. */
    long done() {
        return present(in) + present(fired);
    }

    private static long present(Map<Place, Counted> counters) {
        long sum = 0;
        for (Counted each : counters.values()) {
            sum += each.present().get();
        }
        return sum;
    }

    /** @param done whether the job has ended as it was asked to, so that nothing waits any more */
    Metrics metrics(boolean ended, boolean done) {
        Map<String, Long> blockedNanos = new TreeMap<>();
        blocked.forEach((task, of) -> blockedNanos.put(task, of.sum()));
        Waiting waiting = checkpoints.waiting();
        Long open = waiting.openSince();
        long now = environment.nanoTime();
        return new Metrics(
                sums(in),
                sums(skipped),
                sums(out),
                sums(refused),
                setAside,
                sums(late),
                joined(),
                lags(),
                blockedNanos,
                behind,
                checkpoints.checkpoints(),
                done ? 0 : Math.max(0, now - waiting.durableSince()),
                done ? 0 : Math.max(0, now - waiting.settledSince()),
                ended || open == null ? 0 : Math.max(0, now - open));
    }

    private static AtomicLong fresh(Map<Place, Counted> counters, String name, int index) {
        var present = new AtomicLong();
        counters.compute(new Place(name, index), (place, old) -> new Counted(old == null ? 0 : old.sum(), present));
        return present;
    }

    private static Map<String, Long> sums(Map<Place, Counted> counters) {
        Map<String, Long> sums = new TreeMap<>();
        counters.forEach((place, counted) -> sums.merge(place.name(), counted.sum(), Long::sum));
        return sums;
    }

    /** As whoever reads all tasks of one name would have it. */
    private Map<String, Long> joined() {
        Map<String, List<Watermark>> byName = new TreeMap<>();
        watermarks.forEach((place, of) ->
                byName.computeIfAbsent(place.name(), name -> new ArrayList<>()).add(of.get()));
        Map<String, Long> joined = new TreeMap<>();
        byName.forEach((name, of) -> {
            var all = new JoinedWatermark(of.size(), Long.MIN_VALUE);
            for (int i = 0; i < of.size(); i++) {
                all.set(i, of.get(i));
            }
            joined.put(name, all.get().time());
        });
        return joined;
    }

    /** A source knows its lag if all its tasks do. */
    private Map<String, Long> lags() {
        Map<String, Long> lags = new HashMap<>();
        lag.forEach((place, of) -> lags.merge(place.name(), of.get(), (a, b) -> a < 0 || b < 0 ? -1 : a + b));
        lags.values().removeIf(records -> records < 0);
        return lags;
    }
}
