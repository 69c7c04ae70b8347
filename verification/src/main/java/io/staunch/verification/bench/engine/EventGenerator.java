package io.staunch.verification.bench.engine;

import io.staunch.guarantee.Offer;
import io.staunch.source.Source;
import io.staunch.source.SourceContext;
import io.staunch.source.SourceOutput;
import io.staunch.source.SourceReader;
import io.staunch.source.Split;
import io.staunch.source.SplitEnumerator;
import io.staunch.verification.bench.run.CountedEvents.Event;
import io.staunch.verification.bench.run.Feed;
import io.staunch.verification.bench.run.WindowEvents;
import java.util.ArrayList;
import java.util.List;

/**
 * Generated events, in as many splits as there are tasks, until {@link Feed} is over.
 *
 * @param timed whether they are those of B2, with event time; else those of B1
 */
record EventGenerator(int splits, boolean timed) implements Source<Event> {
    private static final long serialVersionUID = 1L;

    @Override
    public String description() {
        return "generated events";
    }

    @Override
    public Offer offer() {
        return Offer.exactlyOnce("replayable: events are computed from their number");
    }

    @Override
    public boolean bySplit() {
        return timed;
    }

    @Override
    public SplitEnumerator enumerator(SourceContext context) {
        return new SplitEnumerator() {
            @Override
            public List<Split> firstSplits() {
                List<Split> all = new ArrayList<>();
                for (int i = 0; i < splits; i++) {
                    all.add(new Split(Integer.toString(i), "0"));
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
        return new Reader(splits, timed);
    }

    /** Reads a bit of each of its splits in turn. */
    private static final class Reader implements SourceReader<Event> {
        private final int step;
        private final boolean timed;
        private final List<Integer> splits = new ArrayList<>();
        private final List<Long> done = new ArrayList<>();
        private boolean over;

        Reader(int step, boolean timed) {
            this.step = step;
            this.timed = timed;
        }

        @Override
        public void add(List<Split> added) {
            for (Split split : added) {
                splits.add(Integer.valueOf(split.id()));
                done.add(Long.valueOf(split.position()));
            }
        }

        @Override
        public int poll(SourceOutput<Event> out, int most) {
            if (!over && Feed.over()) {
                over = true;
                for (int i = 0; i < splits.size(); i++) {
                    Feed.ended(splits.get(i), done.get(i));
                }
            }
            if (over) {
                return 0;
            }
            int emitted = 0;
            for (int i = 0; i < splits.size(); i++) {
                long events = done.get(i);
                int share = most / splits.size() + 1;
                if (timed) {
                    out.split(Integer.toString(splits.get(i)));
                }
                for (int n = 0; n < share && emitted < most && out.ready(); n++) {
                    long number = splits.get(i) + events * step;
                    out.emit(timed ? WindowEvents.event(number) : Event.of(number), number, number);
                    events++;
                    emitted++;
                }
                done.set(i, events);
            }
            return emitted;
        }

        @Override
        public boolean finished() {
            return over;
        }

        @Override
        public List<Split> positions() {
            List<Split> all = new ArrayList<>();
            for (int i = 0; i < splits.size(); i++) {
                all.add(new Split(Integer.toString(splits.get(i)), Long.toString(done.get(i))));
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
}
