package io.staunch.runtime;

import io.staunch.guarantee.Offer;
import io.staunch.source.Source;
import io.staunch.source.SourceContext;
import io.staunch.source.SourceOutput;
import io.staunch.source.SourceReader;
import io.staunch.source.Split;
import io.staunch.source.SplitEnumerator;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;

/**
 * A source to whose splits a test adds numbers while the job runs, and which has no end.
 *
 * @param name of the lists, which sources find by it
 */
record Script(String name, int splits) implements Source<Long> {
    private static final long serialVersionUID = 1L;
    private static final Map<String, List<Long>> LISTS = new ConcurrentHashMap<>();

    /** Adds numbers at the end of a split. */
    void add(int split, long... numbers) {
        for (long number : numbers) {
            list("s" + split).add(number);
        }
    }

    private List<Long> list(String split) {
        return LISTS.computeIfAbsent(name + "/" + split, key -> new CopyOnWriteArrayList<>());
    }

    @Override
    public String description() {
        return "script " + name;
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
                return IntStream.range(0, splits)
                        .mapToObj(split -> new Split("s" + split, "0"))
                        .toList();
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
        return new Reader();
    }

    private final class Reader implements SourceReader<Long> {
        private final Map<String, Integer> next = new TreeMap<>();
        private Set<String> paused = Set.of();

        @Override
        public void add(List<Split> splits) {
            splits.forEach(split -> next.put(split.id(), Integer.parseInt(split.position())));
        }

        @Override
        public int poll(SourceOutput<Long> out, int most) {
            int emitted = 0;
            for (var split : next.entrySet()) {
                List<Long> list = list(split.getKey());
                out.split(split.getKey());
                while (emitted < most && split.getValue() < list.size() && !paused.contains(split.getKey())) {
                    out.emit(list.get(split.getValue()), Long.MIN_VALUE, split.getValue());
                    split.setValue(split.getValue() + 1);
                    emitted++;
                }
            }
            return emitted;
        }

        @Override
        public boolean finished() {
            return false;
        }

        @Override
        public void pause(Set<String> splits) {
            paused = splits;
        }

        @Override
        public List<Split> positions() {
            List<Split> positions = new ArrayList<>();
            next.forEach((id, at) -> positions.add(new Split(id, Integer.toString(at))));
            return positions;
        }

        @Override
        public String describe(long origin) {
            return "number " + origin;
        }

        @Override
        public void close() {}
    }
}
