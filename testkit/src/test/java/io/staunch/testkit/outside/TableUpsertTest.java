package io.staunch.testkit.outside;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.environment.Environment;
import io.staunch.guarantee.Guarantee;
import io.staunch.sink.IdempotentSink;
import io.staunch.testkit.contract.IdempotentSinkContract;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class TableUpsertTest {
    private static TableUpsert<String> upsert(boolean rejectsStaleWriters) {
        return new TableUpsert<>("t", record -> record.substring(0, record.indexOf(':')), rejectsStaleWriters);
    }

    @Test
    void withoutTheCheckItOffersAtLeastOnce() {
        assertThat(upsert(true).offer().level()).isEqualTo(Guarantee.EXACTLY_ONCE);
        assertThat(upsert(false).offer().level()).isEqualTo(Guarantee.AT_LEAST_ONCE);
    }

    @Nested
    class Checked extends Contract {
        Checked() {
            super(upsert(true));
        }
    }

    @Nested
    class Unchecked extends Contract {
        Unchecked() {
            super(upsert(false));
        }
    }

    abstract static class Contract extends IdempotentSinkContract {
        private final TableWorld world = new TableWorld();
        private final TableUpsert<String> sink;

        Contract(TableUpsert<String> sink) {
            this.sink = sink;
        }

        @Override
        protected IdempotentSink<String, ?> sink() {
            return sink;
        }

        @Override
        protected Environment environment() {
            return world.environment();
        }

        @Override
        protected Map<String, String> rows() {
            Map<String, String> rows = new TreeMap<>();
            world.committed(sink).forEach(row -> rows.put((String) row.key(), (String) row.value()));
            return rows;
        }

        @Override
        protected void turn() {
            world.turn();
        }
    }
}
