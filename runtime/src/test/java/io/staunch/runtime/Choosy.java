package io.staunch.runtime;

import io.staunch.guarantee.Offer;
import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.LedgerView;
import io.staunch.ledger.Owner;
import io.staunch.sink.FlushingSink;
import io.staunch.sink.IdempotentSink;
import io.staunch.sink.LeadConnection;
import io.staunch.sink.LeadContext;
import io.staunch.sink.OnRefusedRecord;
import io.staunch.sink.RefusedRecordException;
import io.staunch.sink.RefusedRecordsException;
import io.staunch.sink.RefusedRecordsException.Refused;
import io.staunch.sink.RereadSink;
import io.staunch.sink.SinkConnection;
import io.staunch.sink.SinkContext;
import io.staunch.sink.SinkEncoder;
import io.staunch.sink.WriterCheck;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Sinks whose outside does not take some numbers. What is no number they take. */
final class Choosy {
    /** Every so many numbers one is refused, by all sinks of this class. */
    static final long EVERY = 500;

    private static final Map<String, AtomicInteger> SENT = new ConcurrentHashMap<>();

    private Choosy() {}

    /** When a refusal becomes known. */
    enum When {
        /** On the worker. */
        ENCODING,
        /** By the connection, before anything is sent. */
        WRITING,
        /** By the outside, when much else is on its way. */
        FLUSHING
    }

    static boolean refused(Object record) {
        return record instanceof Long n && n % EVERY == 7;
    }

    /** How often a record was sent to that outside that it does not take. */
    static int sent(String outside) {
        return SENT.computeIfAbsent(outside, name -> new AtomicInteger()).get();
    }

    private static void send(String outside) {
        SENT.computeIfAbsent(outside, name -> new AtomicInteger()).incrementAndGet();
    }

    private static <T> SinkEncoder<T, Object> encoder(When when) {
        return (value, timestamp) -> {
            if (when == When.ENCODING && refused(value)) {
                throw new RefusedRecordException("it ends in 7");
            }
            return value;
        };
    }

    /** Commits with the checkpoint. */
    record Lead<T>(String outside, When when, OnRefusedRecord onRefusedRecord) implements RereadSink<T, Object> {
        private static final long serialVersionUID = 1L;

        @Override
        public String description() {
            return "choosy " + outside;
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
            return Choosy.encoder(when);
        }

        @Override
        public LeadConnection<Object> connect(LeadContext context) {
            return new Connection(new Sinks.Transactional<>(outside).connect(context), outside, when);
        }
    }

    /** Writes as records come. */
    record Plain<T>(String outside, When when, OnRefusedRecord onRefusedRecord) implements FlushingSink<T, Object> {
        private static final long serialVersionUID = 1L;

        @Override
        public String description() {
            return "choosy " + outside;
        }

        @Override
        public Offer offer() {
            return Offer.atLeastOnce("writes as records come", "none here");
        }

        @Override
        public SinkEncoder<T, Object> encoder(SinkContext context) {
            return Choosy.encoder(when);
        }

        @Override
        public SinkConnection<Object> connect(SinkContext context) {
            return new PlainConnection(outside, when, new ArrayList<>());
        }
    }

    /** Writes rows that are their own keys, as they come. */
    record Upsert<T>(String outside, When when, OnRefusedRecord onRefusedRecord) implements IdempotentSink<T, Object> {
        private static final long serialVersionUID = 1L;

        @Override
        public String description() {
            return "choosy table " + outside;
        }

        @Override
        public boolean rejectsStaleWriters() {
            return true;
        }

        @Override
        public SinkEncoder<T, Object> encoder(SinkContext context) {
            return Choosy.encoder(when);
        }

        @Override
        public SinkConnection<Object> connect(SinkContext context, WriterCheck check) {
            return new PlainConnection(outside, when, new ArrayList<>());
        }
    }

    private record PlainConnection(String outside, When when, List<Refused> refused) implements SinkConnection<Object> {
        @Override
        public void write(Object record) {
            throw new AssertionError("the engine says where each record comes from");
        }

        @Override
        public void write(Object record, long origin) {
            if (!Choosy.refused(record)) {
                Outside.named(outside).write(record);
                return;
            }
            send(outside);
            if (when == When.WRITING) {
                throw new RefusedRecordException("it ends in 7");
            }
            refused.add(new Refused(0, origin, "it ends in 7"));
        }

        @Override
        public void flush() {
            if (!refused.isEmpty()) {
                throw new RefusedRecordsException(refused, null);
            }
        }

        @Override
        public void close() {}
    }

    private record Connection(LeadConnection<Object> lead, String outside, When when, List<Refused> refused)
            implements LeadConnection<Object> {
        Connection(LeadConnection<Object> lead, String outside, When when) {
            this(lead, outside, when, new ArrayList<>());
        }

        @Override
        public String resource() {
            return lead.resource();
        }

        @Override
        public Duration deadline() {
            return lead.deadline();
        }

        @Override
        public LedgerView peek() throws Exception {
            return lead.peek();
        }

        @Override
        public void fence() throws Exception {
            lead.fence();
        }

        @Override
        public LedgerView read() throws Exception {
            return lead.read();
        }

        @Override
        public void own(Owner owner) throws Exception {
            lead.own(owner);
        }

        @Override
        public void begin(int slot) throws Exception {
            lead.begin(slot);
        }

        @Override
        public void write(int slot, Object record) {
            throw new AssertionError("the engine says where each record comes from");
        }

        @Override
        public void write(int slot, Object record, int sink, long origin) throws Exception {
            if (!Choosy.refused(record)) {
                lead.write(slot, record);
                return;
            }
            send(outside);
            if (when == When.WRITING) {
                throw new RefusedRecordException("it ends in 7");
            }
            refused.add(new Refused(sink, origin, "it ends in 7"));
        }

        @Override
        public void flush(int slot) throws Exception {
            lead.flush(slot);
            if (!refused.isEmpty()) {
                throw new RefusedRecordsException(refused, null);
            }
        }

        @Override
        public void commit(int slot, LedgerEntry entry) throws Exception {
            lead.commit(slot, entry);
        }

        @Override
        public void close() {
            lead.close();
        }
    }
}
