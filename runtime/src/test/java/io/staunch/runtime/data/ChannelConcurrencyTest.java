package io.staunch.runtime.data;

import io.staunch.runtime.Concurrency;
import io.staunch.runtime.environment.LocalEnvironment;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;

/**
 * One sender and one receiver at a channel, in the interleavings that Lincheck explores: what is received is what was sent, in order,
 * while batches are given back and used again.
 */
class ChannelConcurrencyTest {
    private static final int NOTHING = -1;

    private static Channel channel() {
        return new Channel(Batch.Layout.PLAIN, 4, () -> {}, () -> {}, new LocalEnvironment());
    }

    private static boolean send(Channel channel, int value) {
        Batch batch = channel.take();
        batch.values[0] = value;
        batch.size = 1;
        return channel.offer(batch);
    }

    /** As it is meant to be used. */
    public static final class Right {
        private final Channel channel = channel();

        @Operation(nonParallelGroup = "sender")
        public boolean send(@Param(gen = IntGen.class) int value) {
            return ChannelConcurrencyTest.send(channel, value);
        }

        @Operation(nonParallelGroup = "receiver")
        public int receive() {
            if (!(channel.poll() instanceof Batch batch)) {
                return NOTHING;
            }
            Object value = batch.values[0];
            channel.recycle(batch);
            return value instanceof Integer number ? number : NOTHING;
        }
    }

    /** Two threads send. */
    public static final class TwoSenders {
        private final Channel channel = channel();

        @Operation
        public boolean send(@Param(gen = IntGen.class) int value) {
            return ChannelConcurrencyTest.send(channel, value);
        }

        @Operation(nonParallelGroup = "receiver")
        public int receive() {
            if (!(channel.poll() instanceof Batch batch)) {
                return NOTHING;
            }
            Object value = batch.values[0];
            channel.recycle(batch);
            return value instanceof Integer number ? number : NOTHING;
        }
    }

    @Test
    void oneSenderAndOneReceiverSeeAQueue() {
        Concurrency.holds(Right.class);
    }

    @Test
    void twoSendersAreFound() {
        Concurrency.isFound(TwoSenders.class);
    }
}
