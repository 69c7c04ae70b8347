package io.staunch.kafka;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.kafka.FetchHandover.Batch;
import java.util.List;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;

/**
 * A fetch agent and its reader at their hand-over, in the interleavings that Lincheck explores: batches come once and in order, no more of them than
 * there is room for, and the room comes back. More with {@code -Dstaunch.concurrency=long}.
 */
class FetchHandoverConcurrencyTest {
    private static final int LONGER = "long".equals(System.getProperty("staunch.concurrency")) ? 20 : 1;

    /** Two such batches are as many bytes as may be on their way. */
    private static final long BYTES = 8L << 20;

    private static boolean give(FetchHandover handover, int size) {
        if (!handover.hasRoom()) {
            return false;
        }
        handover.give(new Batch(List.of(), BYTES + size));
        return true;
    }

    private static long take(FetchHandover handover) {
        Batch batch = handover.take();
        return batch == null ? -1 : batch.bytes() - BYTES;
    }

    /** As it is meant to be used. */
    public static final class Right {
        private final FetchHandover handover = new FetchHandover();

        @Operation(nonParallelGroup = "agent")
        public boolean give(@Param(gen = IntGen.class, conf = "0:9") int size) {
            return FetchHandoverConcurrencyTest.give(handover, size);
        }

        @Operation(nonParallelGroup = "reader")
        public long take() {
            return FetchHandoverConcurrencyTest.take(handover);
        }

        @Operation(nonParallelGroup = "reader")
        public void close() {
            handover.close();
        }

        @Operation(nonParallelGroup = "agent")
        public boolean closed() {
            return handover.closed();
        }
    }

    /** Two agents look for room, and both find the last. */
    public static final class TwoAgents {
        private final FetchHandover handover = new FetchHandover();

        @Operation
        public boolean give(@Param(gen = IntGen.class, conf = "0:9") int size) {
            return FetchHandoverConcurrencyTest.give(handover, size);
        }

        @Operation(nonParallelGroup = "reader")
        public long take() {
            return FetchHandoverConcurrencyTest.take(handover);
        }
    }

    @Test
    void anAgentAndAReaderSeeABoundedQueue() {
        assertThatCode(() -> check(Right.class, 3 * LONGER, 50 * LONGER)).doesNotThrowAnyException();
    }

    @Test
    void twoAgentsAreFound() {
        assertThatThrownBy(() -> check(TwoAgents.class, 50, 100)).isInstanceOf(AssertionError.class);
    }

    private static void check(Class<?> type, int iterations, int invocations) {
        new ModelCheckingOptions()
                .iterations(iterations)
                .invocationsPerIteration(invocations)
                .threads(2)
                .actorsBefore(2)
                .actorsPerThread(3)
                .minimizeFailedScenario(false)
                .check(type);
    }
}
