package io.staunch.testkit.outside;

import io.staunch.environment.Environment;
import io.staunch.sink.WriteAheadSink;
import io.staunch.sink.WriteAheadSink.Protection;
import io.staunch.testkit.contract.WriteAheadContract;
import java.util.List;
import org.junit.jupiter.api.Nested;

class TableWriteAheadTest {
    @Nested
    class WithALedger extends Contract {
        WithALedger() {
            super(Protection.LEDGER);
        }
    }

    @Nested
    class WithAKey extends Contract {
        WithAKey() {
            super(Protection.IDEMPOTENCY_KEY);
        }
    }

    @Nested
    class WithNeither extends Contract {
        WithNeither() {
            super(Protection.NONE);
        }
    }

    abstract static class Contract extends WriteAheadContract {
        private final TableWorld world = new TableWorld();
        private final TableWriteAhead<String> sink;

        Contract(Protection protection) {
            sink = new TableWriteAhead<>("t", String.class, record -> record, protection);
        }

        @Override
        protected WriteAheadSink<String> sink() {
            return sink;
        }

        @Override
        protected Environment environment() {
            return world.environment();
        }

        @Override
        protected List<String> written() {
            return world.committed(sink).stream()
                    .map(row -> (String) row.value())
                    .toList();
        }

        @Override
        protected void turn() {
            world.turn();
        }
    }
}
