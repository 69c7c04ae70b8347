package io.staunch.runtime.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.environment.Environment;
import io.staunch.runtime.environment.LocalEnvironment;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What one record becomes may be far more than a ring takes: it waits in few batches, however small those of the ring are. */
class LaneTest {
    private static final int RING = 4;

    /** An environment in which each look at the clock comes a second after the one before. */
    private static Environment slow() {
        var local = new LocalEnvironment();
        var looks = new AtomicLong();
        return (Environment) Proxy.newProxyInstance(
                LaneTest.class.getClassLoader(),
                new Class<?>[] {Environment.class},
                (proxy, method, arguments) -> method.getName().equals("nanoTime")
                        ? looks.incrementAndGet() * 1_000_000_000
                        : method.invoke(local, arguments));
    }

    private final Channel channel = new Channel(Batch.Layout.PLAIN, RING, () -> {}, () -> {}, slow());
    private final Outbox outbox = new Outbox();
    private final Lane lane = outbox.lane(channel);
    private final int first = channel.batchSize();
    private final List<Long> received = new ArrayList<>();

    private void append(int records) {
        for (int i = 0; i < records; i++) {
            lane.append((long) i, 0, 0);
        }
    }

    /** Returns the size of the batch that was there. */
    private int receive() {
        Batch batch = (Batch) channel.poll();
        assertThat(batch).isNotNull();
        int size = batch.size;
        for (int i = 0; i < size; i++) {
            received.add((Long) batch.values[i]);
        }
        channel.recycle(batch);
        return size;
    }

    /** Returns the sizes of all batches, in order. */
    private List<Integer> receiveAll(int records) {
        List<Integer> sizes = new ArrayList<>();
        while (received.size() < records) {
            sizes.add(receive());
            outbox.drain();
        }
        assertThat(received).hasSize(records);
        assertThat(outbox.blocked()).isFalse();
        return sizes;
    }

    @Test
    void whatFindsNoRoomWaitsInFullBatches() {
        int fitting = (RING + 1) * first; // that the last one does not fit is known when it is full
        append(fitting + 10 * Batch.CAPACITY);
        assertThat(outbox.blocked()).isTrue();
        List<Integer> sizes = receiveAll(fitting + 10 * Batch.CAPACITY);
        assertThat(sizes.subList(0, RING + 1)).containsOnly(first);
        assertThat(sizes.subList(RING + 1, sizes.size())).hasSize(10).containsOnly(Batch.CAPACITY);
        assertThat(received.get(0)).isZero();
        assertThat(received).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void onceAllIsSentNothingMoreComesIntoWhatWasBegunAsAFullBatch() {
        int records = (RING + 1) * first + Batch.CAPACITY + 7;
        append(records);
        List<Integer> sizes = receiveAll(records);
        assertThat(sizes).endsWith(Batch.CAPACITY, 7);
        int size = channel.batchSize();
        assertThat(size).as("the receiver is slow").isLessThan(7);
        append(size);
        assertThat(receiveAll(records + size)).containsExactly(size);
    }
}
