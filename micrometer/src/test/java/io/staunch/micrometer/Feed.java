package io.staunch.micrometer;

import io.staunch.guarantee.Offer;
import io.staunch.source.Source;
import io.staunch.source.SourceContext;
import io.staunch.source.SourceOutput;
import io.staunch.source.SourceReader;
import io.staunch.source.Split;
import io.staunch.source.SplitEnumerator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;

/** A replayable source of numbers, as many as a test says. */
record Feed(String name) implements Source<Long> {
    private static final long serialVersionUID = 1L;
    private static final Map<String, Tap> ALL = new ConcurrentHashMap<>();

    /** How much there is, and how many of the first can't be read; set by the test, read by the task's worker. */
    static final class Tap {
        volatile long available;
        volatile long bad;
        volatile boolean closed;
        volatile boolean knowsItsEnd;
    }

    Tap tap() {
        return ALL.computeIfAbsent(name, n -> new Tap());
    }

    @Override
    public String description() {
        return "numbers";
    }

    @Override
    public Offer offer() {
        return Offer.exactlyOnce("replayable");
    }

    @Override
    public boolean bySplit() {
        return true;
    }

    @Override
    public SplitEnumerator enumerator(SourceContext context) {
        return new SplitEnumerator() {
            @Override
            public List<Split> firstSplits() {
                return List.of(new Split("s", "0"));
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
    public SourceReader<Long> reader(SourceContext context) {
        return new Reader(tap());
    }

    private static final class Reader implements SourceReader<Long> {
        private final Tap tap;
        private long next;

        Reader(Tap tap) {
            this.tap = tap;
        }

        @Override
        public void add(List<Split> splits) {
            splits.forEach(split -> next = Long.parseLong(split.position()));
        }

        @Override
        public int poll(SourceOutput<Long> out, int most) {
            out.split("s");
            int emitted = 0;
            while (!tap.closed && next < tap.available && emitted < most && out.ready()) {
                if (next < tap.bad) {
                    out.skip();
                } else {
                    out.emit(next, next, next);
                }
                next++;
                emitted++;
            }
            return emitted;
        }

        @Override
        public OptionalLong lag() {
            return tap.knowsItsEnd ? OptionalLong.of(tap.available - next) : OptionalLong.empty();
        }

        @Override
        public boolean finished() {
            return false;
        }

        @Override
        public List<Split> positions() {
            return List.of(new Split("s", Long.toString(next)));
        }

        @Override
        public String describe(long origin) {
            return "number " + origin;
        }

        @Override
        public void close() {}
    }
}
