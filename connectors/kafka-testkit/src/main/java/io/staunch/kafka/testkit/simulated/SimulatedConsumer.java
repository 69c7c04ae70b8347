package io.staunch.kafka.testkit.simulated;

import io.staunch.kafka.port.ConsumerPort;
import io.staunch.kafka.port.Fetched;
import io.staunch.testkit.log.LogException;
import io.staunch.testkit.log.LogException.Reason;
import io.staunch.testkit.log.LogPartition;
import io.staunch.testkit.log.LogRecord;
import io.staunch.testkit.log.SimulatedLog;
import io.staunch.testkit.log.Wire;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;

/** A consumer: gives what is there, in pieces of any size, and never waits. Its cluster loses nothing that it has given, so epochs of leaders tell nothing. */
final class SimulatedConsumer implements ConsumerPort {
    private final SimulatedLog log;
    private final Wire wire;
    private final boolean committedOnly;
    private final int mostRecords;
    private final Map<String, Place> places = new TreeMap<>();

    /** A partition and where to go on reading it; -1 before it was sought. */
    private static final class Place {
        private final TopicPartition partition;
        private long next = -1;
        private boolean paused;

        Place(TopicPartition partition) {
            this.partition = partition;
        }
    }

    SimulatedConsumer(SimulatedLog log, Wire wire, boolean committedOnly, int mostRecords) {
        this.log = log;
        this.wire = wire;
        this.committedOnly = committedOnly;
        this.mostRecords = mostRecords;
    }

    @Override
    public void assign(Collection<TopicPartition> partitions) {
        Map<String, Place> before = new TreeMap<>(places);
        places.clear();
        for (TopicPartition partition : partitions) {
            String name = partition.toString();
            places.put(name, before.getOrDefault(name, new Place(partition)));
        }
    }

    @Override
    public void seek(TopicPartition partition, long offset, int epoch) {
        Place place = places.get(partition.toString());
        if (place == null) {
            throw new IllegalStateException(partition + " is not assigned");
        }
        place.next = offset;
    }

    @Override
    public void pause(Collection<TopicPartition> partitions) {
        for (Place place : places.values()) {
            place.paused = partitions.contains(place.partition);
        }
    }

    @Override
    public List<Fetched> poll(Duration timeout) {
        wire.process().requireAlive();
        if (log.untilBack() > 0) {
            return List.of();
        }
        List<Fetched> found = new ArrayList<>();
        int left = (int) wire.chance().skewed(1, mostRecords);
        for (Place place : places.values()) {
            if (left > 0 && !place.paused) {
                Fetched fetched = read(place, left);
                if (fetched != null) {
                    found.add(fetched);
                    left -= fetched.records().size();
                }
            }
        }
        if (!found.isEmpty()) {
            wire.process().before("kafka.poll");
            found.forEach(f -> places.get(f.partition().toString()).next = f.next());
            wire.process().after("kafka.poll");
        }
        return found;
    }

    @Override
    public Map<TopicPartition, Long> ends(Duration timeout) {
        wire.process().requireAlive();
        if (log.untilBack() > 0) {
            throw new TimeoutException("simulated: no broker answers");
        }
        Map<TopicPartition, Long> ends = new HashMap<>();
        for (Place place : places.values()) {
            LogPartition partition = log.partition(place.partition.topic(), place.partition.partition());
            ends.put(place.partition, committedOnly ? partition.stableEnd() : partition.end());
        }
        return ends;
    }

    @Override
    public void close() {
        places.clear();
    }

    private @Nullable Fetched read(Place place, int most) {
        TopicPartition partition = place.partition;
        if (place.next < 0) {
            throw new IllegalStateException(partition + " was not sought before it was polled");
        }
        List<LogRecord> records = new ArrayList<>();
        long next = read(place, most, records);
        if (next == place.next) {
            return null;
        }
        List<ConsumerRecord<ByteBuffer, ByteBuffer>> converted = new ArrayList<>(records.size());
        for (LogRecord record : records) {
            converted.add(converted(partition, record));
        }
        return new Fetched(partition, converted, next, NO_EPOCH);
    }

    private long read(Place place, int most, List<LogRecord> into) {
        try {
            LogPartition partition = log.partition(place.partition.topic(), place.partition.partition());
            return partition.read(place.next, committedOnly, most, into);
        } catch (LogException e) {
            if (e.reason() == Reason.OFFSET_OUT_OF_RANGE) {
                throw new OffsetOutOfRangeException(e.getMessage(), Map.of(place.partition, place.next));
            }
            throw KafkaErrors.of(e);
        }
    }

    private static ConsumerRecord<ByteBuffer, ByteBuffer> converted(TopicPartition partition, LogRecord record) {
        return new ConsumerRecord<>(
                partition.topic(),
                partition.partition(),
                record.offset(),
                record.timestampMs(),
                TimestampType.CREATE_TIME,
                Bytes.size(record.key()),
                Bytes.size(record.value()),
                Bytes.buffer(record.key()),
                Bytes.buffer(record.value()),
                record.headers() instanceof Headers headers ? headers : new RecordHeaders(),
                Optional.empty());
    }
}
