package io.staunch.kafka;

import io.staunch.environment.AgentHandle;
import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.kafka.FetchHandover.Batch;
import io.staunch.kafka.port.Fetched;
import io.staunch.source.BadRecord;
import io.staunch.source.OnBadRecord;
import io.staunch.source.RecordPlace;
import io.staunch.source.SourceOutput;
import io.staunch.source.SourceReader;
import io.staunch.source.Split;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deserialises and emits what its fetch agent has fetched. Single owner: the task's worker.
 */
final class KafkaReader<T> implements SourceReader<T> {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaReader.class);
    private static final int LOOK_EVERY = 64;

    /** Bad records that are each named in the log; after them one in so many is. */
    private static final int FEW = 10;

    private static final int MANY = 1000;

    private static final String MEND_RECORD =
            "mend the class or the format; or read with bytes(), and sort out in a flatMap what can't be read; or say"
                    + " skipBadRecords() or badRecordsTo(...)";

    /** Not by passing over. */
    private static final String MEND_CLASS =
            "mend the class, or give json(type, mapper) a mapper that can read it. That is not the record's fault, so that"
                    + " none is passed over for it";

    private final RecordFormat.Reader<T> format;
    private final OnBadRecord onBad;
    private final FetchHandover handover;
    private final AgentHandle agent;
    private final Origins origins = new Origins();
    private final List<Place> places = new ArrayList<>();
    private final Map<TopicPartition, Place> byPartition = new HashMap<>();

    private Iterator<Fetched> parts = List.<Fetched>of().iterator();
    private @Nullable Place place;
    private List<ConsumerRecord<ByteBuffer, ByteBuffer>> records = List.of();
    private int next;
    private long nextOffset;
    private long skipped;
    private int aside;

    /** A split and how far it is read. */
    private static final class Place {
        private final KafkaPosition start;
        private final String split;

        /** What was fetched before its pause reached the agent. */
        private final ArrayDeque<Fetched> aside = new ArrayDeque<>();

        private boolean paused;
        private Origins.Stretch stretch;
        private long offset;

        /** That of the part under way, which may be later than that of the record before the offset: it tells the same. */
        private int epoch;

        Place(KafkaPosition start, Origins.Stretch stretch) {
            this.start = start;
            this.split = start.split().id();
            this.stretch = stretch;
            this.offset = start.offset();
            this.epoch = start.epoch();
        }
    }

    /** @param starter starts the fetch agent on the hand-over */
    KafkaReader(RecordFormat.Reader<T> format, OnBadRecord onBad, Function<FetchHandover, AgentHandle> starter) {
        this.format = format;
        this.onBad = onBad;
        this.handover = new FetchHandover();
        this.agent = starter.apply(handover);
    }

    @Override
    public void add(List<Split> splits) {
        for (Split split : splits) {
            KafkaPosition start = KafkaPosition.of(split);
            var added = new Place(start, origins.begin(start.partition(), start.offset()));
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
        Origins.Stretch stretch = from.stretch;
        out.split(from.split);
        while (next < until) {
            ConsumerRecord<ByteBuffer, ByteBuffer> record = records.get(next);
            T value = read(record, out, stretch);
            if (value != null) {
                out.emit(value, timestamp(record), stretch.origin(record.offset()));
            }
            next++;
            from.offset = record.offset() + 1;
        }
        if (next == records.size()) {
            from.offset = nextOffset;
        }
    }

    /** Goes on to the next part that has records; false if there is none yet. */
    private boolean nextPart() {
        for (Fetched part = part(); part != null; part = part()) {
            place = byPartition.get(part.partition());
            records = part.records();
            next = 0;
            nextOffset = part.next();
            place.epoch = part.epoch();
            if (!place.stretch.reaches(nextOffset)) {
                place.stretch = origins.begin(part.partition(), place.offset);
            }
            if (!records.isEmpty()) {
                return true;
            }
            place.offset = nextOffset;
        }
        return false;
    }

    /** The next part of a split that is not paused; null if there is none yet. */
    private @Nullable Fetched part() {
        for (int i = 0; i < places.size() && aside > 0; i++) {
            Place of = places.get(i);
            if (!of.paused && !of.aside.isEmpty()) {
                aside--;
                return of.aside.remove();
            }
        }
        while (true) {
            while (parts.hasNext()) {
                Fetched part = parts.next();
                Place of = byPartition.get(part.partition());
                if (!of.paused) {
                    return part;
                }
                of.aside.add(part);
                aside++;
            }
            Batch batch = handover.take();
            if (batch == null) {
                return null;
            }
            agent.wake();
            parts = batch.parts().iterator();
        }
    }

    @Override
    public void pause(Set<String> splits) {
        Set<TopicPartition> partitions = new HashSet<>();
        for (Place each : places) {
            each.paused = splits.contains(each.split);
            if (each.paused) {
                partitions.add(each.start.partition());
            }
        }
        if (place != null && place.paused && next < records.size()) {
            place.aside.addFirst(new Fetched(
                    place.start.partition(), records.subList(next, records.size()), nextOffset, place.epoch));
            aside++;
            records = List.of();
            next = 0;
        }
        handover.pause(partitions);
        agent.wake();
    }

    /** The value; null if the record can't be read and that was seen to. */
    private @Nullable T read(
            ConsumerRecord<ByteBuffer, ByteBuffer> record, SourceOutput<T> out, Origins.Stretch stretch) {
        T value;
        try {
            value = format.read(record);
        } catch (Exception e) {
            if (BadRecords.mayPass(e)) {
                throw notNow(record, e);
            }
            if (BadRecords.isOfClass(e)) {
                throw stop(place(record), BadRecords.reason(e), MEND_CLASS);
            }
            bad(record, BadRecords.reason(e), out, stretch);
            return null;
        }
        if (value == null) {
            boolean empty = record.value() == null || !record.value().hasRemaining();
            String why = empty
                    ? "it has no value (a tombstone): read it as KafkaSource.of(...), whose records may have none"
                    : "the format reads it as null (as it does the JSON text null), and a record can't be nothing";
            bad(record, why, out, stretch);
        }
        return value;
    }

    /** Says where a record is that can't be read, and of what kind the error is; its text could show the record. */
    private void bad(
            ConsumerRecord<ByteBuffer, ByteBuffer> record, String why, SourceOutput<T> out, Origins.Stretch stretch) {
        String place = place(record);
        if (onBad instanceof OnBadRecord.Give give) {
            var bad = new BadRecord(place, why, timestamp(record), bytes(record.key()), bytes(record.value()));
            out.emit(give.output(), bad, timestamp(record), stretch.origin(record.offset()));
        } else if (onBad instanceof OnBadRecord.Skip) {
            out.skip();
            skipped++;
            if (skipped <= FEW || skipped % MANY == 0) {
                LOG.warn("record {} that is passed over: the one at {} can't be read: {}", skipped, place, why);
            }
        } else {
            throw stop(place, why, MEND_RECORD);
        }
    }

    private static StaunchException stop(String place, String why, String instead) {
        return new StaunchException(
                "the record at " + place + " can't be read: " + why + ". The job goes on there once it can: " + instead,
                Remedy.FAIL_JOB);
    }

    private static StaunchException notNow(ConsumerRecord<?, ?> record, Exception e) {
        return new StaunchException(
                "the record at " + place(record) + " can't be read now: its deserialiser threw " + BadRecords.reason(e)
                        + ", which says that it may succeed later, so the record is not taken for a bad one",
                Remedy.RESTART_FROM_CHECKPOINT);
    }

    private static String place(ConsumerRecord<?, ?> record) {
        return KafkaPosition.describe(new TopicPartition(record.topic(), record.partition()), record.offset());
    }

    private static long timestamp(ConsumerRecord<?, ?> record) {
        return record.timestamp() < 0 ? Long.MIN_VALUE : record.timestamp();
    }

    private static byte @Nullable [] bytes(@Nullable ByteBuffer buffer) {
        if (buffer == null) {
            return null;
        }
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
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
            positions.add(each.start.at(each.offset, each.epoch).split());
        }
        return positions;
    }

    /** In offsets, so that markers and aborted records count as well. */
    @Override
    public OptionalLong lag() {
        Map<TopicPartition, Long> ends = handover.ends();
        long behind = 0;
        for (Place each : places) {
            Long end = ends.get(each.start.partition());
            if (end == null) {
                return OptionalLong.empty();
            }
            behind += Math.max(0, end - each.offset);
        }
        return OptionalLong.of(behind);
    }

    @Override
    public String describe(long origin) {
        return origins.describe(origin);
    }

    @Override
    public Optional<RecordPlace> place(long origin) {
        return Optional.of(origins.place(origin));
    }

    @Override
    public void close() {
        handover.close();
        agent.wake();
        format.close();
    }
}
