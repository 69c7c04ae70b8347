package io.staunch.verification.bench.micro;

import io.staunch.backend.KeyGroupRange;
import io.staunch.backend.KeyedBackend;
import io.staunch.backend.KeyedBackend.Extent;
import io.staunch.graph.KeySelector;
import io.staunch.protocol.keys.KeyHash;
import io.staunch.state.ValueState;
import io.staunch.statebackend.heap.HeapKeyedBackend;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Keyed state on the heap: a record of primitives, which is kept flat, and a record with a string, which is an object. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
@State(Scope.Thread)
public class StateBenchmark {
    private static final int BATCH = 512;

    /** Entries that a task writes in one step. */
    private static final int SLICE = 4_096;

    /** Kept flat. */
    public record Total(long count, long sum) {}

    /** Kept as an object. */
    public record Named(long count, String name) {}

    @Param({"10000", "1000000"})
    private int keys;

    private KeyedBackend flat;
    private KeyedBackend objects;
    private ValueState<Total> totals;
    private ValueState<Named> named;
    private KeyedBackend.@Nullable Capture capture;
    private final long[] hashes = new long[BATCH];
    private long next;

    /** Every key has a value. */
    @Setup
    public void fill() {
        flat = backend();
        objects = backend();
        totals = flat.value("totals", Total.class);
        named = objects.value("named", Named.class);
        for (long key = 0; key < keys; key++) {
            flat.select(KeyHash.of(key), null);
            totals.set(new Total(0, 0));
            objects.select(KeyHash.of(key), null);
            named.set(new Named(0, "name"));
        }
    }

    private static KeyedBackend backend() {
        return new HeapKeyedBackend(KeySelector.Kind.LONG, long.class, 128, new KeyGroupRange(0, 127));
    }

    /** A part of each figure, and a small one: doing it before each call would cost more than the call. */
    private void chooseKeys() {
        for (int i = 0; i < BATCH; i++) {
            hashes[i] = KeyHash.of(((next++ * 0x9E3779B97F4A7C15L) >>> 32) % keys);
        }
    }

    /** Per record: read, count, write, in batches as a task does it. */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public long updateFlat() {
        chooseKeys();
        flat.touch(hashes, BATCH);
        long sum = 0;
        for (int i = 0; i < BATCH; i++) {
            flat.select(hashes[i], null);
            Total before = totals.orNull();
            var after = new Total(before.count() + 1, before.sum() + i);
            totals.set(after);
            sum += after.count();
        }
        return sum;
    }

    /** Per record, as above. */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public long updateObjects() {
        chooseKeys();
        objects.touch(hashes, BATCH);
        long sum = 0;
        for (int i = 0; i < BATCH; i++) {
            objects.select(hashes[i], null);
            Named before = named.orNull();
            var after = new Named(before.count() + 1, before.name());
            named.set(after);
            sum += after.count();
        }
        return sum;
    }

    /** The barrier: all state is frozen, and the capture dropped. */
    @Benchmark
    @OutputTimeUnit(TimeUnit.MICROSECONDS)
    public void freezeFlat() {
        flat.capture(Extent.WHOLE).drop();
    }

    /** A slice of a capture of everything. One in many is the last one, which includes the barrier of the next. */
    @Benchmark
    @OutputTimeUnit(TimeUnit.MICROSECONDS)
    public Object sliceFlat() {
        return slice(flat);
    }

    /** As above, of objects. */
    @Benchmark
    @OutputTimeUnit(TimeUnit.MICROSECONDS)
    public Object sliceObjects() {
        return slice(objects);
    }

    private Object slice(KeyedBackend backend) {
        if (capture == null) {
            capture = backend.capture(Extent.WHOLE);
        }
        if (!capture.advance(SLICE)) {
            return capture;
        }
        Object result = capture.result();
        capture = null;
        return result;
    }

    /** A capture of everything, of flat state, all its slices. */
    @Benchmark
    @OutputTimeUnit(TimeUnit.MICROSECONDS)
    public Object captureWholeFlat() {
        return captured(flat, Extent.WHOLE);
    }

    /** A capture of everything, of objects. */
    @Benchmark
    @OutputTimeUnit(TimeUnit.MICROSECONDS)
    public Object captureWholeObjects() {
        return captured(objects, Extent.WHOLE);
    }

    /** A batch of updates and a capture of what they changed, and of all of some key groups in turn, as in a job. */
    @Benchmark
    @OutputTimeUnit(TimeUnit.MICROSECONDS)
    public Object updateAndCaptureChangesFlat() {
        updateFlat();
        return captured(flat, Extent.CHANGES);
    }

    /** As above, of objects. */
    @Benchmark
    @OutputTimeUnit(TimeUnit.MICROSECONDS)
    public Object updateAndCaptureChangesObjects() {
        updateObjects();
        return captured(objects, Extent.CHANGES);
    }

    private static Object captured(KeyedBackend backend, Extent extent) {
        KeyedBackend.Capture capture = backend.capture(extent);
        while (!capture.advance(SLICE)) {
            continue;
        }
        return capture.result();
    }
}
