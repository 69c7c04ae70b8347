package io.staunch.runtime;

import io.staunch.guarantee.Offer;
import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.LedgerView;
import io.staunch.ledger.Owner;
import io.staunch.sink.FlushingSink;
import io.staunch.sink.LeadConnection;
import io.staunch.sink.LeadContext;
import io.staunch.sink.RereadSink;
import io.staunch.sink.SinkConnection;
import io.staunch.sink.SinkContext;
import io.staunch.sink.SinkEncoder;
import java.time.Duration;

/** Sinks that write to an {@link Outside}. */
final class Sinks {
    private Sinks() {}

    /** Commits with the checkpoint. */
    record Transactional<T>(String outside) implements RereadSink<T, Object> {
        private static final long serialVersionUID = 1L;

        @Override
        public String description() {
            return "outside " + outside;
        }

        @Override
        public Offer offer() {
            return Offer.exactlyOnce("transaction per checkpoint with a commit ledger");
        }

        @Override
        public String resourceKey() {
            return outside;
        }

        @Override
        public SinkEncoder<T, Object> encoder(SinkContext context) {
            return (value, timestamp) -> value;
        }

        @Override
        public LeadConnection<Object> connect(LeadContext context) {
            return new Connection(Outside.named(outside), outside);
        }
    }

    /** Writes as records come. */
    record Plain<T>(String outside, Offer offer) implements FlushingSink<T, Object> {
        private static final long serialVersionUID = 1L;

        @Override
        public String description() {
            return "outside " + outside;
        }

        @Override
        public SinkEncoder<T, Object> encoder(SinkContext context) {
            return (value, timestamp) -> value;
        }

        @Override
        public SinkConnection<Object> connect(SinkContext context) {
            return new SinkConnection<>() {
                @Override
                public void write(Object record) {
                    Outside.named(outside).write(record);
                }

                @Override
                public void flush() {}

                @Override
                public void close() {}
            };
        }
    }

    private static final class Connection implements LeadConnection<Object> {
        private final Outside outside;
        private final String name;
        private volatile long token;

        Connection(Outside outside, String name) {
            this.outside = outside;
            this.name = name;
        }

        @Override
        public String resource() {
            return "outside:" + name;
        }

        @Override
        public Duration deadline() {
            return Duration.ofMinutes(5);
        }

        @Override
        public LedgerView peek() {
            return outside.view();
        }

        @Override
        public void fence() {
            token = outside.fence();
        }

        @Override
        public LedgerView read() {
            return outside.view();
        }

        @Override
        public void own(Owner owner) {
            outside.own(token, owner);
        }

        @Override
        public void begin(int slot) {
            outside.begin(token, slot);
        }

        @Override
        public void write(int slot, Object record) {
            outside.write(token, slot, record);
        }

        @Override
        public void flush(int slot) throws InterruptedException {
            outside.flush();
        }

        @Override
        public void commit(int slot, LedgerEntry entry) {
            outside.commit(token, slot, entry);
        }

        @Override
        public void close() {
            token = -1;
            outside.closed();
        }
    }
}
