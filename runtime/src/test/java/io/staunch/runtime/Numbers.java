package io.staunch.runtime;

import io.staunch.guarantee.Offer;
import io.staunch.source.RecordPlace;
import io.staunch.source.Source;
import io.staunch.source.SourceContext;
import io.staunch.source.SourceOutput;
import io.staunch.source.SourceReader;
import io.staunch.source.Split;
import io.staunch.source.SplitEnumerator;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A replayable source of numbers: split {@code s} holds {@code s * 1_000_000 + 0, 1, …} up to its length, and may never end. */
record Numbers(int splits, long perSplit, boolean bounded) implements Source<Long> {
    private static final long serialVersionUID = 1L;

    static final long SPLIT = 1_000_000;

    /** Readers that were made and not closed yet, of all jobs of this JVM. */
    static final AtomicInteger OPEN = new AtomicInteger();

    @Override
    public String description() {
        return splits + " x " + perSplit + " numbers";
    }

    @Override
    public Offer offer() {
        return Offer.exactlyOnce("replayable");
    }

    @Override
    public SplitEnumerator enumerator(SourceContext context) {
        return new SplitEnumerator() {
            @Override
            public List<Split> firstSplits() {
                List<Split> all = new ArrayList<>();
                for (int split = 0; split < splits; split++) {
                    all.add(new Split("s" + split, "0"));
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
    public boolean bySplit() {
        return true;
    }

    @Override
    public Optional<RecordPlace> placeOf(Split split) {
        return Optional.of(new RecordPlace(split.id(), Long.parseLong(split.position())));
    }

    @Override
    public SourceReader<Long> reader(SourceContext context) {
        return new Reader();
    }

    private final class Reader implements SourceReader<Long> {
        private final TreeMap<Integer, Long> next = new TreeMap<>();
        private Set<String> paused = Set.of();
        private boolean closed;

        Reader() {
            OPEN.incrementAndGet();
        }

        @Override
        public void add(List<Split> splits) {
            for (Split split : splits) {
                int number = Integer.parseInt(split.id().substring(1));
                if (next.putIfAbsent(number, Long.parseLong(split.position())) != null) {
                    throw new IllegalStateException("split " + split.id() + " has a reader already");
                }
            }
        }

        @Override
        public int poll(SourceOutput<Long> out, int most) {
            int emitted = 0;
            for (var split : next.entrySet()) {
                if (paused.contains("s" + split.getKey())) {
                    continue;
                }
                out.split("s" + split.getKey());
                long at = split.getValue();
                while (at < perSplit && emitted < most && out.ready()) {
                    out.emit(split.getKey() * SPLIT + at, at, split.getKey() * SPLIT + at);
                    at++;
                    emitted++;
                }
                split.setValue(at);
            }
            return emitted;
        }

        @Override
        public void pause(Set<String> splits) {
            paused = splits;
        }

        @Override
        public boolean finished(String split) {
            return bounded && next.get(Integer.parseInt(split.substring(1))) >= perSplit;
        }

        @Override
        public boolean finished() {
            return bounded && next.values().stream().allMatch(at -> at >= perSplit);
        }

        @Override
        public List<Split> positions() {
            return next.entrySet().stream()
                    .map(split -> new Split("s" + split.getKey(), Long.toString(split.getValue())))
                    .toList();
        }

        @Override
        public String describe(long origin) {
            return "split s" + origin / SPLIT + ", number " + origin % SPLIT;
        }

        @Override
        public Optional<RecordPlace> place(long origin) {
            return Optional.of(new RecordPlace("s" + origin / SPLIT, origin % SPLIT));
        }

        @Override
        public void close() {
            if (!closed) {
                closed = true;
                OPEN.decrementAndGet();
            }
        }
    }
}
