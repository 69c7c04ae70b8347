package io.staunch.testkit.contract;

import io.staunch.environment.Environment;
import io.staunch.guarantee.Offer;
import io.staunch.sink.FlushingSink;
import io.staunch.sink.SinkConnection;
import io.staunch.sink.SinkContext;
import io.staunch.sink.SinkEncoder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A list in memory, written right or in a way that breaks one promise. */
final class MemorySink implements FlushingSink<String, String> {
    /** What is wrong with it. */
    enum Break {
        NOTHING(""),
        FLUSH_SKIPPED("whatWasFlushedIsSafe"),
        NEWEST_FIRST("theOrderOfAKeyIsKept"),
        FLUSH_REPEATS("aFlushRepeatsNothing"),
        SECOND_CLOSE_FAILS("closingTwiceIsAsGoodAsOnce");

        /** The test that is about it. */
        final String foundBy;

        Break(String foundBy) {
            this.foundBy = foundBy;
        }
    }

    private final transient List<String> outside;
    private final Break broken;

    MemorySink(List<String> outside, Break broken) {
        this.outside = outside;
        this.broken = broken;
    }

    @Override
    public String description() {
        return "a list in memory";
    }

    @Override
    public Offer offer() {
        return Offer.atLeastOnce("a replay writes again", "another sink");
    }

    @Override
    public SinkEncoder<String, String> encoder(SinkContext context) {
        return (value, timestamp) -> value;
    }

    @Override
    public SinkConnection<String> connect(SinkContext context) {
        return new SinkConnection<>() {
            private final List<String> waiting = new ArrayList<>();
            private boolean closed;

            @Override
            public void write(String record) {
                waiting.add(broken == Break.NEWEST_FIRST ? 0 : waiting.size(), record);
            }

            @Override
            public void flush() {
                if (broken != Break.FLUSH_SKIPPED) {
                    outside.addAll(waiting);
                }
                if (broken != Break.FLUSH_REPEATS) {
                    waiting.clear();
                }
            }

            @Override
            public void close() {
                if (closed && broken == Break.SECOND_CLOSE_FAILS) {
                    throw new IllegalStateException("closed already");
                }
                closed = true;
            }
        };
    }

    /** The contract for it, on a list of its own. */
    static final class Contract extends SinkContract {
        private final List<String> outside = new ArrayList<>();
        private final Break broken;

        Contract(Break broken) {
            this.broken = broken;
        }

        @Override
        protected FlushingSink<String, ?> sink() {
            return new MemorySink(outside, broken);
        }

        @Override
        protected Environment environment() {
            return SingleWorld.environment();
        }

        @Override
        protected List<String> written() {
            return List.copyOf(outside);
        }

        @Override
        protected Duration patience() {
            return Duration.ofMillis(20);
        }
    }
}
