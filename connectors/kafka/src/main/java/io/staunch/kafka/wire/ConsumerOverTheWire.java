package io.staunch.kafka.wire;

import io.staunch.kafka.port.ConsumerPort;
import io.staunch.kafka.port.Fetched;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** A real consumer. */
final class ConsumerOverTheWire implements ConsumerPort {
    private final Consumer<ByteBuffer, ByteBuffer> consumer;

    ConsumerOverTheWire(Consumer<ByteBuffer, ByteBuffer> consumer) {
        this.consumer = consumer;
    }

    @Override
    public void assign(Collection<TopicPartition> partitions) {
        consumer.assign(partitions);
    }

    @Override
    public void seek(TopicPartition partition, long offset, int epoch) {
        Optional<Integer> known = epoch == NO_EPOCH ? Optional.empty() : Optional.of(epoch);
        consumer.seek(partition, new OffsetAndMetadata(offset, known, ""));
    }

    @Override
    public void pause(Collection<TopicPartition> partitions) {
        consumer.resume(consumer.paused());
        consumer.pause(partitions);
    }

    @Override
    public List<Fetched> poll(Duration timeout) {
        ConsumerRecords<ByteBuffer, ByteBuffer> records = consumer.poll(timeout);
        var next = records.nextOffsets();
        if (next.isEmpty()) {
            return List.of();
        }
        List<Fetched> fetched = new ArrayList<>(next.size());
        next.forEach((partition, to) -> fetched.add(new Fetched(
                partition,
                records.records(partition),
                to.offset(),
                to.leaderEpoch().orElse(NO_EPOCH))));
        return fetched;
    }

    @Override
    public Map<TopicPartition, Long> ends(Duration timeout) {
        return consumer.endOffsets(consumer.assignment(), timeout);
    }

    @Override
    public void close() {
        consumer.close(CloseOptions.timeout(Duration.ZERO));
    }
}
