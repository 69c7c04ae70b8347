package io.staunch.verification.bench;

import io.staunch.guarantee.Offer;
import io.staunch.sink.FlushingSink;
import io.staunch.sink.SinkConnection;
import io.staunch.sink.SinkContext;
import io.staunch.sink.SinkEncoder;
import io.staunch.source.Source;
import io.staunch.source.SourceContext;
import io.staunch.source.SourceOutput;
import io.staunch.source.SourceReader;
import io.staunch.source.Split;
import io.staunch.source.SplitEnumerator;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Workload B1: events by key, a running count and sum for each, a checksum over all that was emitted. */
final class KeyedCount {
    static final int KEYS = 1_000_000;

    private KeyedCount() {}

    /** Uniform over a million keys, by a cheap hash of the event's number. */
    static long key(long number) {
        long h = number * 0x9E3779B97F4A7C15L;
        return (h >>> 32) % KEYS;
    }

    /** What comes in. */
    record Event(long key, long timestamp, long value) {}

    /** The state of a key. */
    record Total(long count, long sum) {
        Total plus(Event event) {
            return new Total(count + 1, sum + event.value());
        }
    }

    /** What goes out. */
    record Result(long key, long count, long sum) {
        long checksum() {
            return key * 31 + count * 17 + sum;
        }
    }

    /** Events by number: split {@code i} of {@code n} has the numbers {@code i, i + n, …}. */
    record Generator(long events, int splits) implements Source<Event> {
        private static final long serialVersionUID = 1L;

        @Override
        public String description() {
            return events + " generated events";
        }

        @Override
        public Offer offer() {
            return Offer.exactlyOnce("replayable: events are computed from their number");
        }

        @Override
        public SplitEnumerator enumerator(SourceContext context) {
            return new SplitEnumerator() {
                @Override
                public List<Split> firstSplits() {
                    List<Split> all = new ArrayList<>();
                    for (int i = 0; i < splits; i++) {
                        all.add(new Split(Integer.toString(i), Long.toString(i)));
                    }
                    return all;
                }

                @Override
                public void verify(List<Split> restored) {}

                @Override
                public List<Split> discover(List<String> known) {
                    return List.of();
                }

                @Override
                public void close() {}
            };
        }

        @Override
        public SourceReader<Event> reader(SourceContext context) {
            return new GeneratorReader(events, splits);
        }
    }

    /** Reads one split after the other, each to its end. */
    private static final class GeneratorReader implements SourceReader<Event> {
        private final long events;
        private final int step;
        private final List<String> ids = new ArrayList<>();
        private final List<Long> next = new ArrayList<>();

        GeneratorReader(long events, int step) {
            this.events = events;
            this.step = step;
        }

        @Override
        public void add(List<Split> splits) {
            for (Split split : splits) {
                ids.add(split.id());
                next.add(Long.parseLong(split.position()));
            }
        }

        @Override
        public int poll(SourceOutput<Event> out, int most) {
            int emitted = 0;
            for (int i = 0; i < ids.size() && emitted < most; i++) {
                long number = next.get(i);
                while (number < events && emitted < most && out.ready()) {
                    out.emit(new Event(key(number), number, number & 1023), number, number);
                    number += step;
                    emitted++;
                }
                next.set(i, number);
            }
            return emitted;
        }

        @Override
        public boolean finished() {
            return next.stream().allMatch(number -> number >= events);
        }

        @Override
        public List<Split> positions() {
            List<Split> all = new ArrayList<>();
            for (int i = 0; i < ids.size(); i++) {
                all.add(new Split(ids.get(i), Long.toString(next.get(i))));
            }
            return all;
        }

        @Override
        public String describe(long origin) {
            return "event " + origin;
        }

        @Override
        public void close() {}
    }

    /** Adds up checksums where the records are, on the worker: nothing is left to be written. */
    record Checksum(String run) implements FlushingSink<Result, Object> {
        private static final long serialVersionUID = 1L;

        /** The sum over all tasks of the runs in this process. */
        static final AtomicLong SUM = new AtomicLong();

        @Override
        public String description() {
            return "a checksum";
        }

        @Override
        public Offer offer() {
            return Offer.exactlyOnce("no effect outside the process");
        }

        @Override
        public SinkEncoder<Result, Object> encoder(SinkContext context) {
            return new SinkEncoder<>() {
                private long sum;
                private int pending;

                @Override
                public Object encode(Result value, long timestamp) {
                    sum += value.checksum();
                    if (++pending == 1024) {
                        SUM.addAndGet(sum);
                        sum = 0;
                        pending = 0;
                    }
                    return null;
                }
            };
        }

        @Override
        public SinkConnection<Object> connect(SinkContext context) {
            return new SinkConnection<>() {
                @Override
                public void write(Object record) {}

                @Override
                public void flush() {}

                @Override
                public void close() {}
            };
        }
    }
}
