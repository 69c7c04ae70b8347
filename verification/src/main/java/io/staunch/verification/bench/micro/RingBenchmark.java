package io.staunch.verification.bench.micro;

import io.staunch.runtime.data.Batch;
import io.staunch.runtime.data.Channel;
import io.staunch.runtime.data.Lane;
import io.staunch.runtime.data.Outbox;
import io.staunch.runtime.environment.LocalEnvironment;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** A full batch through a channel, sent and received by one thread: what a record costs without waiting for another core. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
@State(Scope.Thread)
public class RingBenchmark {
    private final Outbox outbox = new Outbox();
    private final Channel channel =
            new Channel(Batch.Layout.PRIMITIVE_KEYS, 8, () -> {}, () -> {}, new LocalEnvironment());
    private final Lane lane = outbox.lane(channel);
    private final Object record = new Object();

    /** Per record: appended to a batch, sent in a ring, read. */
    @Benchmark
    @OperationsPerInvocation(Batch.CAPACITY)
    public long batchThroughChannel() {
        for (int i = 0; i < Batch.CAPACITY; i++) {
            lane.append(record, i, i, i);
        }
        long sum = 0;
        while (channel.poll() instanceof Batch batch) { // smaller ones at first: they grow while the receiver keeps up
            for (int i = 0; i < batch.size; i++) {
                sum += batch.hashes[i] + batch.values[i].hashCode();
            }
            channel.recycle(batch);
        }
        return sum;
    }
}
