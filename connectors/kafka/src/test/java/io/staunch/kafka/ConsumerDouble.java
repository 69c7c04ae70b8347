package io.staunch.kafka;

import io.staunch.kafka.port.ConsumerPort;
import io.staunch.kafka.port.Fetched;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;

/** Reads a few partitions in memory, each a list of values of which null is a marker; at most so many per poll. */
final class ConsumerDouble implements ConsumerPort {
    final Map<TopicPartition, List<@Nullable String>> partitions = new HashMap<>();
    final Map<TopicPartition, Long> places = new HashMap<>();
    final Map<TopicPartition, Integer> soughtEpochs = new HashMap<>();
    final Set<TopicPartition> paused = new HashSet<>();
    final int mostPerPoll;

    @Nullable
    RuntimeException error;

    @Nullable
    RuntimeException endsError;

    /** Of the leader that has written what is read from now on. */
    int leaderEpoch = NO_EPOCH;

    int polls;
    boolean closed;

    ConsumerDouble(int mostPerPoll) {
        this.mostPerPoll = mostPerPoll;
    }

    ConsumerDouble add(TopicPartition partition, @Nullable String... values) {
        List<@Nullable String> all = partitions.computeIfAbsent(partition, p -> new ArrayList<>());
        for (String value : values) {
            all.add(value);
        }
        return this;
    }

    @Override
    public void assign(Collection<TopicPartition> assigned) {
        places.keySet().retainAll(assigned);
    }

    @Override
    public void seek(TopicPartition partition, long offset, int epoch) {
        places.put(partition, offset);
        soughtEpochs.put(partition, epoch);
    }

    @Override
    public void pause(Collection<TopicPartition> others) {
        paused.clear();
        paused.addAll(others);
    }

    @Override
    public List<Fetched> poll(Duration timeout) {
        polls++;
        if (error != null) {
            throw error;
        }
        List<Fetched> fetched = new ArrayList<>();
        places.replaceAll((partition, from) -> {
            if (paused.contains(partition)) {
                return from;
            }
            List<@Nullable String> values = partitions.getOrDefault(partition, List.of());
            long to = Math.min(values.size(), from + mostPerPoll);
            if (from < to) {
                List<ConsumerRecord<ByteBuffer, ByteBuffer>> records = new ArrayList<>();
                for (long at = from; at < to; at++) {
                    String value = values.get((int) at);
                    if (value != null) {
                        records.add(record(partition, at, value));
                    }
                }
                fetched.add(new Fetched(partition, records, to, leaderEpoch));
            }
            return to;
        });
        return fetched;
    }

    @Override
    public Map<TopicPartition, Long> ends(Duration timeout) {
        if (endsError != null) {
            throw endsError;
        }
        Map<TopicPartition, Long> ends = new HashMap<>();
        places.keySet()
                .forEach(each -> ends.put(
                        each, (long) partitions.getOrDefault(each, List.of()).size()));
        return ends;
    }

    static ConsumerRecord<ByteBuffer, ByteBuffer> record(TopicPartition partition, long offset, String value) {
        // With a byte before it, as in a buffer that came from the network.
        byte[] bytes = ("x" + value).getBytes(StandardCharsets.UTF_8);
        ByteBuffer slice = ByteBuffer.wrap(bytes, 1, bytes.length - 1).slice();
        Headers none = new org.apache.kafka.clients.producer.ProducerRecord<>("t", "").headers();
        return new ConsumerRecord<>(
                partition.topic(),
                partition.partition(),
                offset,
                1_000 + offset,
                TimestampType.CREATE_TIME,
                -1,
                slice.remaining(),
                key(partition, value),
                slice,
                none,
                Optional.empty());
    }

    /** Ledger records have a key; one that somebody else has written is {@code "foreign"} here. */
    private static @Nullable ByteBuffer key(TopicPartition partition, String value) {
        boolean ofLedger = partition.topic().startsWith("staunch-ledger-") && !value.equals("foreign");
        return ofLedger ? ByteBuffer.wrap("entry job=job".getBytes(StandardCharsets.UTF_8)) : null;
    }

    @Override
    public void close() {
        closed = true;
    }
}
