package io.staunch.runtime.data;

import io.staunch.runtime.Concurrency;
import io.staunch.runtime.environment.LocalEnvironment;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;

/**
 * A task with an outbox and the receiver of its one lane, whose ring has two places, in the interleavings that Lincheck explores: what found no room
 * is sent in order when there is some, and nothing is lost or sent twice.
 */
class LaneConcurrencyTest {
    private static final int NOTHING = -1;

    /** Both ends. */
    private static final class Ends {
        private final Channel channel = new Channel(Batch.Layout.PLAIN, 2, () -> {}, () -> {}, new LocalEnvironment());
        private final Outbox outbox = new Outbox();
        private final Lane lane = outbox.lane(channel);

        boolean send(int value) {
            lane.append(value, 0, 0);
            outbox.flush();
            return outbox.blocked();
        }

        int receive() {
            if (!(channel.poll() instanceof Batch batch)) {
                return NOTHING;
            }
            Object value = batch.values[0];
            channel.recycle(batch);
            return value instanceof Integer number ? number : NOTHING;
        }
    }

    /** As it is meant to be used. */
    public static final class Right {
        private final Ends ends = new Ends();

        @Operation(nonParallelGroup = "task")
        public boolean send(@Param(gen = IntGen.class) int value) {
            return ends.send(value);
        }

        @Operation(nonParallelGroup = "task")
        public boolean drain() {
            return ends.outbox.drain();
        }

        @Operation(nonParallelGroup = "receiver")
        public int receive() {
            return ends.receive();
        }
    }

    /** The receiver, who knows that there is room, sends for the task. */
    public static final class DrainedByTheReceiver {
        private final Ends ends = new Ends();

        @Operation(nonParallelGroup = "task")
        public boolean send(@Param(gen = IntGen.class) int value) {
            return ends.send(value);
        }

        @Operation(nonParallelGroup = "receiver")
        public int receive() {
            int received = ends.receive();
            ends.outbox.drain();
            return received;
        }
    }

    @Test
    void whatFoundNoRoomIsSentOnceAndInOrder() {
        Concurrency.holds(Right.class);
    }

    @Test
    void aReceiverThatSendsForTheTaskIsFound() {
        Concurrency.isFound(DrainedByTheReceiver.class);
    }
}
