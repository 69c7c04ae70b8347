package io.staunch.verification.peer.flink;

import io.staunch.verification.bench.run.Contender;
import io.staunch.verification.bench.run.RunOptions;
import io.staunch.verification.bench.run.Values;
import java.nio.charset.StandardCharsets;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;

/** B3 and B4 with Flink. */
public final class DrainFlink implements Contender {
    @Override
    public String configuration(RunOptions options) {
        boolean latency = options.text("goal").equals("latency");
        return Clusters.words(options) + ", Kafka connector 5.0.0-2.2, batch.size=131072, linger.ms="
                + lingerMs(options) + (latency ? ", buffer timeout 1 ms" : "");
    }

    private static String lingerMs(RunOptions options) {
        return options.text("goal").equals("latency") ? "0" : "5";
    }

    @Override
    public void run(RunOptions options) throws Exception {
        var environment = Clusters.environment(options);
        var source = KafkaSource.<Keyed>builder()
                .setBootstrapServers(options.text("bootstrap"))
                .setTopics(options.text("in"))
                .setGroupId(options.text("out"))
                .setStartingOffsets(OffsetsInitializer.earliest())
                .setDeserializer(new Read())
                .setProperty("isolation.level", "read_committed")
                .setProperty("max.poll.records", "4000")
                .setProperty("max.partition.fetch.bytes", Integer.toString(4 << 20))
                .build();
        var sink = KafkaSink.<Keyed>builder()
                .setBootstrapServers(options.text("bootstrap"))
                .setDeliveryGuarantee(DeliveryGuarantee.EXACTLY_ONCE)
                .setTransactionalIdPrefix(options.text("out"))
                .setProperty("transaction.timeout.ms", "60000")
                .setProperty("linger.ms", lingerMs(options))
                .setProperty("batch.size", Integer.toString(128 << 10))
                .setProperty("buffer.memory", Integer.toString(64 << 20))
                .setRecordSerializer(new Write(options.text("out")))
                .build();
        environment
                .fromSource(source, WatermarkStrategy.noWatermarks(), "in", Types.POJO(Keyed.class))
                .uid("in")
                .keyBy(record -> record.key, Types.STRING)
                .process(new Counting(), Types.POJO(Keyed.class))
                .uid("counts")
                .sinkTo(sink)
                .uid("out");
        Clusters.run(environment, options);
    }

    /** A record. */
    public static final class Keyed {
        public String key;
        public byte[] value;
    }

    private static final class Read implements KafkaRecordDeserializationSchema<Keyed> {
        @Override
        public void deserialize(ConsumerRecord<byte[], byte[]> record, Collector<Keyed> out) {
            Keyed keyed = new Keyed();
            keyed.key = new String(record.key(), StandardCharsets.UTF_8);
            keyed.value = record.value();
            out.collect(keyed);
        }

        @Override
        public TypeInformation<Keyed> getProducedType() {
            return Types.POJO(Keyed.class);
        }
    }

    private static final class Write implements KafkaRecordSerializationSchema<Keyed> {
        private final String topic;

        Write(String topic) {
            this.topic = topic;
        }

        @Override
        public ProducerRecord<byte[], byte[]> serialize(Keyed keyed, KafkaSinkContext context, Long timestamp) {
            return new ProducerRecord<>(topic, keyed.key.getBytes(StandardCharsets.UTF_8), keyed.value);
        }
    }

    private static final class Counting extends KeyedProcessFunction<String, Keyed, Keyed> {
        private transient ValueState<Long> counts;

        @Override
        public void open(OpenContext context) {
            counts = getRuntimeContext().getState(new ValueStateDescriptor<>("count", Types.LONG));
        }

        @Override
        public void processElement(Keyed record, Context context, Collector<Keyed> out) throws Exception {
            Long before = counts.value();
            long count = before == null ? 1 : before + 1;
            counts.update(count);
            record.value = Values.counted(record.value, count);
            out.collect(record);
        }
    }
}
