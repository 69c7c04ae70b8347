package io.staunch.kafka.testkit.real;

import io.staunch.Pipeline;
import io.staunch.graph.Node;
import io.staunch.kafka.testkit.broker.KafkaBroker;
import io.staunch.kafka.testkit.simulated.FeedCodec;
import io.staunch.kafka.testkit.simulated.KafkaTopics;
import io.staunch.testkit.log.LogRecord.Payload;
import io.staunch.testkit.simulation.Outside.Fed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** The topics of a pipeline on a real broker: which they are, making them, and filling those that are read. Owned by one thread. */
final class RealTopics {
    private final KafkaBroker broker;
    private final int partitions;
    private final Map<String, String> bySource = new TreeMap<>();
    private final Map<String, String> bySink = new TreeMap<>();
    private final FeedCodec codec = new FeedCodec();

    /** @throws IllegalArgumentException if a source or sink is none of the Kafka connector's */
    RealTopics(Pipeline pipeline, KafkaBroker broker, int partitions) {
        this.broker = broker;
        this.partitions = partitions;
        for (Node node : pipeline.nodes()) {
            if (node instanceof Node.SourceNode source) {
                bySource.put(
                        node.name(),
                        topic("source", node.name(), source.source().description()));
            } else if (node instanceof Node.SinkNode sink) {
                bySink.put(node.name(), topic("sink", node.name(), sink.sink().description()));
            }
        }
    }

    /** Makes those that are not there. */
    void make() {
        Set<String> all = new TreeSet<>(bySource.values());
        all.addAll(bySink.values());
        all.forEach(topic -> broker.createTopic(topic, partitions));
    }

    /** Of a sink. */
    String written(String sink) {
        String topic = bySink.get(sink);
        if (topic == null) {
            throw new IllegalArgumentException("the pipeline has no sink '" + sink + "', only " + bySink.keySet());
        }
        return topic;
    }

    /** Writes records for a source; those of a lane go to one partition, in order. All are acknowledged when this returns. */
    void fill(String source, List<Fed> records) throws InterruptedException {
        String topic = bySource.get(source);
        if (topic == null) {
            throw new IllegalArgumentException(
                    "the pipeline has no source '" + source + "', only " + bySource.keySet());
        }
        Map<String, Object> properties = broker.clientProperties();
        properties.put(ProducerConfig.ACKS_CONFIG, "all");
        List<Payload> payloads = codec.payloads(records);
        List<Future<RecordMetadata>> sent = new ArrayList<>(records.size());
        try (var producer = new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer())) {
            for (int i = 0; i < payloads.size(); i++) {
                int partition = Math.floorMod(records.get(i).lane().hashCode(), partitions);
                Payload payload = payloads.get(i);
                sent.add(producer.send(
                        new ProducerRecord<>(topic, partition, (byte[]) payload.key(), (byte[]) payload.value())));
            }
            for (Future<RecordMetadata> each : sent) {
                each.get();
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException(
                    "records for source '" + source + "' can't be written to topic " + topic + ": " + e.getCause(), e);
        }
    }

    private static String topic(String kind, String name, String description) {
        Set<String> topics = KafkaTopics.of(description);
        if (topics.size() != 1) {
            throw new IllegalArgumentException(kind + " '" + name + "' (" + description
                    + ") is not of one Kafka topic: a real run has a Kafka broker and nothing else outside");
        }
        return topics.iterator().next();
    }
}
