package io.staunch.verification.peer.flink;

import io.staunch.verification.bench.run.CountedEvents;
import io.staunch.verification.bench.run.Feed;
import io.staunch.verification.bench.run.WindowEvents;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/** The events of B1 or, timed, of B2, a split per reader. */
final class Numbered implements Source<Numbered.Event, Numbered.Part, Integer> {
    private final int splits;
    private final boolean timed;

    Numbered(int splits, boolean timed) {
        this.splits = splits;
        this.timed = timed;
    }

    /** What comes in. One object per reader: the exchange behind it serialises. */
    public static final class Event {
        public long key;
        public long timestamp;
        public long value;
    }

    /** A split. */
    public record Part(int number, long done) implements SourceSplit, Serializable {
        @Override
        public String splitId() {
            return Integer.toString(number);
        }
    }

    @Override
    public Boundedness getBoundedness() {
        return Boundedness.CONTINUOUS_UNBOUNDED;
    }

    @Override
    public SplitEnumerator<Part, Integer> createEnumerator(SplitEnumeratorContext<Part> context) {
        return new Parts(context);
    }

    @Override
    public SplitEnumerator<Part, Integer> restoreEnumerator(SplitEnumeratorContext<Part> context, Integer checkpoint) {
        return new Parts(context);
    }

    @Override
    public SimpleVersionedSerializer<Part> getSplitSerializer() {
        return new Text<>() {
            @Override
            String text(Part part) {
                return part.number() + " " + part.done();
            }

            @Override
            Part value(String text) {
                String[] words = text.split(" ");
                return new Part(Integer.parseInt(words[0]), Long.parseLong(words[1]));
            }
        };
    }

    @Override
    public SimpleVersionedSerializer<Integer> getEnumeratorCheckpointSerializer() {
        return new Text<>() {
            @Override
            String text(Integer value) {
                return value.toString();
            }

            @Override
            Integer value(String text) {
                return Integer.valueOf(text);
            }
        };
    }

    @Override
    public SourceReader<Event, Part> createReader(SourceReaderContext context) {
        return new Reader(splits, timed);
    }

    private abstract static class Text<T> implements SimpleVersionedSerializer<T> {
        abstract String text(T value);

        abstract T value(String text);

        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(T value) {
            return text(value).getBytes(java.nio.charset.StandardCharsets.UTF_8);
        }

        @Override
        public T deserialize(int version, byte[] bytes) {
            return value(new String(bytes, java.nio.charset.StandardCharsets.UTF_8));
        }
    }

    private record Parts(SplitEnumeratorContext<Part> context) implements SplitEnumerator<Part, Integer> {
        @Override
        public void start() {}

        @Override
        public void handleSplitRequest(int subtask, String host) {}

        @Override
        public void addSplitsBack(List<Part> back, int subtask) {}

        @Override
        public void addReader(int subtask) {
            context.assignSplit(new Part(subtask, 0), subtask);
        }

        @Override
        public Integer snapshotState(long checkpoint) {
            return 0;
        }

        @Override
        public void close() {}
    }

    private static final class Reader implements SourceReader<Event, Part> {
        private final int step;
        private final boolean timed;
        private final Event event = new Event();
        private final CompletableFuture<Void> assigned = new CompletableFuture<>();
        private Part part;
        private long done;

        Reader(int step, boolean timed) {
            this.step = step;
            this.timed = timed;
        }

        @Override
        public void start() {}

        @Override
        public InputStatus pollNext(ReaderOutput<Event> out) {
            if (part == null) {
                return InputStatus.NOTHING_AVAILABLE;
            }
            if ((done & 255) == 0 && Feed.over()) {
                Feed.ended(part.number(), done);
                return InputStatus.END_OF_INPUT;
            }
            long number = part.number() + done * step;
            event.key = timed ? WindowEvents.key(number) : CountedEvents.key(number);
            event.timestamp = timed ? WindowEvents.timestamp(number) : number;
            event.value = CountedEvents.value(event.key);
            done++;
            out.collect(event);
            return InputStatus.MORE_AVAILABLE;
        }

        @Override
        public List<Part> snapshotState(long checkpoint) {
            return part == null ? new ArrayList<>() : new ArrayList<>(List.of(new Part(part.number(), done)));
        }

        @Override
        public CompletableFuture<Void> isAvailable() {
            return assigned;
        }

        @Override
        public void addSplits(List<Part> added) {
            part = added.get(0);
            done = part.done();
            assigned.complete(null);
        }

        @Override
        public void notifyNoMoreSplits() {}

        @Override
        public void close() {}
    }
}
