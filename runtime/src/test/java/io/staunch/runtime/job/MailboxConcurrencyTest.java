package io.staunch.runtime.job;

import io.staunch.runtime.Concurrency;
import io.staunch.runtime.environment.LocalEnvironment;
import java.util.List;
import org.jctools.queues.SpscUnboundedArrayQueue;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;

/** Several threads put messages for the coordinator, in the interleavings that Lincheck explores: none is lost, and each thread's stay in order. */
class MailboxConcurrencyTest {
    /** As it is meant to be used. */
    public static final class Right {
        private final Mailbox mailbox = new Mailbox(new EventLog("job", new LocalEnvironment(), List.of()), () -> {});

        @Operation
        public void put(@Param(gen = IntGen.class) int task) {
            mailbox.finished(task);
        }

        @Operation(nonParallelGroup = "coordinator")
        public int poll() {
            return mailbox.poll() instanceof Event.Finished finished ? finished.task() : Integer.MIN_VALUE;
        }
    }

    /** A queue for one thread that puts, of which two make use. */
    public static final class ForOneThread {
        private final SpscUnboundedArrayQueue<Integer> queue = new SpscUnboundedArrayQueue<>(256);

        @Operation
        public void put(@Param(gen = IntGen.class) int task) {
            queue.offer(task);
        }

        @Operation(nonParallelGroup = "coordinator")
        public int poll() {
            Integer task = queue.poll();
            return task == null ? Integer.MIN_VALUE : task;
        }
    }

    @Test
    void anyThreadPutsAndTheCoordinatorTakes() {
        Concurrency.holds(Right.class);
    }

    @Test
    void aQueueForOneThreadThatPutsIsFound() {
        Concurrency.isFound(ForOneThread.class);
    }
}
