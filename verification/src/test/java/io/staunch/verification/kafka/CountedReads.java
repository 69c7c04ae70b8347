package io.staunch.verification.kafka;

import io.staunch.kafka.port.AdminPort;
import io.staunch.kafka.port.ClientSettings;
import io.staunch.kafka.port.ConsumerPort;
import io.staunch.kafka.port.Fetched;
import io.staunch.kafka.port.KafkaClients;
import io.staunch.kafka.port.ProducerPort;
import io.staunch.kafka.wire.KafkaClientsOverTheWire;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/** Real clients, whose consumers count what they give. Used by one thread. */
final class CountedReads implements KafkaClients {
    private final KafkaClients real = new KafkaClientsOverTheWire();
    private int seeks;
    private int records;
    private long offsets;

    /**
     * What was read since the last look.
     *
     * @param seeks how often a place was sought
     * @param records how many records were given
     * @param offsets how many offsets were passed over by that
     */
    record Reads(int seeks, int records, long offsets) {}

    Reads take() {
        var reads = new Reads(seeks, records, offsets);
        seeks = 0;
        records = 0;
        offsets = 0;
        return reads;
    }

    @Override
    public AdminPort admin(ClientSettings settings) {
        return real.admin(settings);
    }

    @Override
    public ProducerPort producer(ClientSettings settings) {
        return real.producer(settings);
    }

    @Override
    public ConsumerPort consumer(ClientSettings settings) {
        return new Counting(real.consumer(settings));
    }

    private final class Counting implements ConsumerPort {
        private final ConsumerPort consumer;
        private long at;

        Counting(ConsumerPort consumer) {
            this.consumer = consumer;
        }

        @Override
        public void assign(Collection<TopicPartition> partitions) {
            consumer.assign(partitions);
        }

        @Override
        public void seek(TopicPartition partition, long offset, int epoch) {
            seeks++;
            at = offset;
            consumer.seek(partition, offset, epoch);
        }

        @Override
        public void pause(Collection<TopicPartition> partitions) {
            consumer.pause(partitions);
        }

        @Override
        public List<Fetched> poll(Duration timeout) {
            List<Fetched> fetched = consumer.poll(timeout);
            for (Fetched part : fetched) {
                records += part.records().size();
                offsets += part.next() - at;
                at = part.next();
            }
            return fetched;
        }

        @Override
        public Map<TopicPartition, Long> ends(Duration timeout) {
            return consumer.ends(timeout);
        }

        @Override
        public void close() {
            consumer.close();
        }
    }
}
