package io.staunch.testkit.outside;

import io.staunch.environment.Environment;
import io.staunch.sink.TwoPhaseCommitSink;
import io.staunch.testkit.contract.TwoPhaseCommitContract;
import java.util.List;
import org.junit.jupiter.api.Nested;

class TableTwoPhaseCommitTest {
    @Nested
    class WithoutLocks extends Contract {
        WithoutLocks() {
            super(false);
        }
    }

    @Nested
    class WithLocks extends Contract {
        WithLocks() {
            super(true);
        }
    }

    abstract static class Contract extends TwoPhaseCommitContract {
        private final TableWorld world = new TableWorld();
        private final TableTwoPhaseCommit<String> sink;

        Contract(boolean locks) {
            sink = new TableTwoPhaseCommit<>("t", record -> record, locks);
        }

        @Override
        protected TwoPhaseCommitSink<String> sink() {
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
