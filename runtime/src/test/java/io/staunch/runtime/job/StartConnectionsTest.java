package io.staunch.runtime.job;

import io.staunch.ledger.LedgerView;
import io.staunch.ledger.Owner;
import io.staunch.observe.ProtocolStep;
import io.staunch.protocol.format.Manifest;
import io.staunch.runtime.Concurrency;
import java.util.ArrayList;
import java.util.List;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Test;

/**
 * A start connects and hands over while another thread interrupts it, in the interleavings that Lincheck explores: what was handed over stays open, and
 * after an interrupt no call waits for an outside that is open.
 */
class StartConnectionsTest {
    /** The coordinator's side of a start, and what went wrong in it. */
    private static final class Start {
        private final StartConnections connections = new StartConnections();
        private final List<Closing> added = new ArrayList<>();
        private volatile boolean handedOver;
        private volatile boolean interrupted;

        /** Returns whether a call of the new connection would wait although the interrupt is over. */
        boolean connect() {
            var outside = new Closing();
            try {
                connections.add(outside);
            } catch (IllegalStateException e) {
                return false;
            }
            added.add(outside);
            return waits(outside);
        }

        boolean call() {
            return added.stream().anyMatch(this::waits);
        }

        private boolean waits(Closing outside) {
            return interrupted && !handedOver && !outside.closed;
        }

        /** Returns whether something was handed over that is closed. */
        boolean handOver() {
            try {
                connections.handOver();
                handedOver = true;
            } catch (IllegalStateException e) {
                connections.close();
            }
            return use();
        }

        boolean use() {
            return handedOver && added.stream().anyMatch(outside -> outside.closed);
        }

        void interrupt() {
            connections.interrupt();
            interrupted = true;
        }
    }

    /** As it is meant to be used. */
    public static final class Right {
        private final Start start = new Start();

        @Operation(nonParallelGroup = "coordinator")
        public boolean connect() {
            return start.connect();
        }

        @Operation(nonParallelGroup = "coordinator")
        public boolean call() {
            return start.call();
        }

        @Operation(nonParallelGroup = "coordinator")
        public boolean handOver() {
            return start.handOver();
        }

        @Operation(nonParallelGroup = "coordinator")
        public boolean use() {
            return start.use();
        }

        @Operation(nonParallelGroup = "user")
        public void interrupt() {
            start.interrupt();
        }
    }

    /** It is asked whether there was an interrupt, and then handed over without asking. */
    public static final class AskedBefore {
        private final Start start = new Start();

        @Operation(nonParallelGroup = "coordinator")
        public boolean connectAndHandOver() {
            start.connect();
            if (!start.connections.interrupted()) {
                start.handedOver = true;
            }
            return start.use();
        }

        @Operation(nonParallelGroup = "coordinator")
        public boolean use() {
            return start.use();
        }

        @Operation(nonParallelGroup = "user")
        public void interrupt() {
            if (!start.handedOver) {
                start.interrupt();
            }
        }
    }

    /** It is asked whether there was an interrupt, and then connected without asking. */
    public static final class AddedUnasked {
        private final Start start = new Start();

        @Operation(nonParallelGroup = "coordinator")
        public boolean connect() {
            if (start.connections.interrupted()) {
                return false;
            }
            var outside = new Closing();
            start.added.add(outside);
            return start.waits(outside);
        }

        @Operation(nonParallelGroup = "user")
        public void interrupt() {
            start.connections.interrupt();
            for (int i = 0; i < start.added.size(); i++) {
                start.added.get(i).close();
            }
            start.interrupted = true;
        }
    }

    @Test
    void itIsHandedOverOrInterrupted() {
        Concurrency.holds(Right.class);
    }

    @Test
    void anInterruptThatIsAskedForBeforeTheHandOverIsFound() {
        Concurrency.isFoundAtOnce(AskedBefore.class);
    }

    @Test
    void aConnectionThatIsAddedWithoutAskingIsFound() {
        Concurrency.isFoundAtOnce(AddedUnasked.class);
    }

    /** An outside of which only the closing counts. */
    private static final class Closing implements Outside {
        private volatile boolean closed;

        @Override
        public String resource() {
            return "outside";
        }

        @Override
        public String description() {
            return "an outside";
        }

        @Override
        public LedgerView peek() {
            return new LedgerView("outside", null, null);
        }

        @Override
        public void fence() {}

        @Override
        public ProtocolStep fenced() {
            return ProtocolStep.LEAD_FENCED;
        }

        @Override
        public LedgerView read() {
            return peek();
        }

        @Override
        public void own(Owner owner) {}

        @Override
        public void enter(Manifest root) {}

        @Override
        public void close() {
            closed = true;
        }
    }
}
