package io.staunch.kafka;

import io.staunch.environment.AgentHandle;
import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.kafka.FetchHandover.Batch;
import io.staunch.kafka.port.Fetched;
import io.staunch.source.SourceOutput;
import io.staunch.source.SourceReader;
import io.staunch.source.Split;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Deserialises and emits what its fetch agent has fetched. Single owner: the task's worker.
 *
 * <p>The origin of a record is the number of its split in the upper 14 bits (of 63) and its offset in the lower 49.
 */
final class KafkaReader<T> implements SourceReader<T> {
    private static final int OFFSET_BITS = 49;
    private static final int MOST_SPLITS = 1 << 14;
    private static final int LOOK_EVERY = 64;

    private final RecordFormat.Reader<T> format;
    private final FetchHandover handover;
    private final AgentHandle agent;
    private final List<Place> places = new ArrayList<>();
    private final Map<TopicPartition, Place> byPartition = new HashMap<>();

    private Iterator<Fetched> parts = List.<Fetched>of().iterator();
    private @Nullable Place place;
    private List<ConsumerRecord<ByteBuffer, ByteBuffer>> records = List.of();
    private int next;
    private long nextOffset;

    /** A split and how far it is read. */
    private static final class Place {
        final KafkaPosition start;
        final long origin;
        long offset;

        Place(KafkaPosition start, int number) {
            this.start = start;
            this.origin = (long) number << OFFSET_BITS;
            this.offset = start.offset();
        }
    }

    /** @param starter starts the fetch agent on the hand-over */
    KafkaReader(RecordFormat.Reader<T> format, Function<FetchHandover, AgentHandle> starter) {
        this.format = format;
        this.handover = new FetchHandover();
        this.agent = starter.apply(handover);
    }

    @Override
    public void add(List<Split> splits) {
        for (Split split : splits) {
            KafkaPosition start = KafkaPosition.of(split);
            if (places.size() == MOST_SPLITS) {
                throw new StaunchException(
                        "one task can read " + MOST_SPLITS + " partitions: raise the parallelism", Remedy.FAIL_JOB);
            }
            var added = new Place(start, places.size());
            if (byPartition.putIfAbsent(start.partition(), added) != null) {
                throw new IllegalStateException("split " + split.id() + " is already read by this task");
            }
            places.add(added);
            handover.assign(start);
        }
        agent.wake();
    }

    @Override
    public int poll(SourceOutput<T> out, int most) throws Exception {
        int emitted = 0;
        while (emitted < most) {
            if (next == records.size() && !nextPart()) {
                return emitted;
            }
            int until = (int) Math.min(records.size(), (long) next + Math.min(most - emitted, LOOK_EVERY));
            int from = next;
            emit(out, until);
            emitted += until - from;
            if (!out.ready()) {
                break;
            }
        }
        return emitted;
    }

    /** The hot loop: no lock, no volatile access, and nothing allocated but what the format makes. */
    private void emit(SourceOutput<T> out, int until) {
        Place from = place;
        while (next < until) {
            ConsumerRecord<ByteBuffer, ByteBuffer> record = records.get(next);
            T value = read(record);
            long timestamp = record.timestamp();
            out.emit(value, timestamp < 0 ? Long.MIN_VALUE : timestamp, from.origin | record.offset());
            next++;
            from.offset = record.offset() + 1;
        }
        if (next == records.size()) {
            from.offset = nextOffset;
        }
    }

    /** Goes on to the next part that has records; false if there is none yet. */
    private boolean nextPart() {
        while (true) {
            while (parts.hasNext()) {
                Fetched part = parts.next();
                place = byPartition.get(part.partition());
                records = part.records();
                next = 0;
                nextOffset = part.next();
                if (nextOffset >>> OFFSET_BITS != 0) {
                    throw new IllegalStateException("offset " + nextOffset + " is beyond what an origin can hold");
                }
                if (!records.isEmpty()) {
                    return true;
                }
                place.offset = nextOffset;
            }
            Batch batch = handover.take();
            if (batch == null) {
                return false;
            }
            agent.wake();
            parts = batch.parts().iterator();
        }
    }

    /** Says where a record is that can't be read, and of what kind the error is; its text could show the record. */
    private T read(ConsumerRecord<ByteBuffer, ByteBuffer> record) {
        T value;
        try {
            value = format.read(record);
        } catch (Exception e) {
            throw bad(record, BadRecords.reason(e));
        }
        if (value == null) {
            throw bad(
                    record,
                    "it has no value (a tombstone): read it as KafkaSource.of(...), whose records may have none");
        }
        return value;
    }

    private static StaunchException bad(ConsumerRecord<?, ?> record, String why) {
        var partition = new TopicPartition(record.topic(), record.partition());
        return new StaunchException(
                "the record at " + KafkaPosition.describe(partition, record.offset()) + " can't be read: " + why,
                Remedy.FAIL_JOB);
    }

    /** A topic has no end. */
    @Override
    public boolean finished() {
        return false;
    }

    @Override
    public List<Split> positions() {
        List<Split> positions = new ArrayList<>(places.size());
        for (Place each : places) {
            positions.add(each.start.at(each.offset).split());
        }
        return positions;
    }

    @Override
    public String describe(long origin) {
        Place at = places.get((int) (origin >>> OFFSET_BITS));
        return KafkaPosition.describe(at.start.partition(), origin & ((1L << OFFSET_BITS) - 1));
    }

    @Override
    public void close() {
        handover.close();
        agent.wake();
        format.close();
    }
}
