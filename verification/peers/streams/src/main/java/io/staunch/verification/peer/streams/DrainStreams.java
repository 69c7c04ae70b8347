package io.staunch.verification.peer.streams;

import io.staunch.verification.bench.run.Contender;
import io.staunch.verification.bench.run.Meter;
import io.staunch.verification.bench.run.RunOptions;
import io.staunch.verification.bench.run.Values;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;

/** B3 and B4 with Kafka Streams. */
public final class DrainStreams implements Contender {
    private static final String STORE = "counts";

    @Override
    public String configuration(RunOptions options) {
        return "Kafka Streams 4.4.0, exactly_once_v2, " + options.parallelism()
                + " threads, in-memory store with cache and"
                + " changelog, batch.size=131072, linger.ms=" + lingerMs(options)
                + ", max.poll.records=4000, session.timeout.ms=6000, static membership";
    }

    @Override
    public void run(RunOptions options) throws Exception {
        var builder = new StreamsBuilder();
        builder.addStateStore(
                Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore(STORE), Serdes.String(), Serdes.Long())
                        .withLoggingEnabled(Map.of())
                        .withCachingEnabled());
        builder.stream(options.text("in"), Consumed.with(Serdes.String(), Serdes.ByteArray()))
                .process(Counting::new, STORE)
                .to(options.text("out"), Produced.with(Serdes.String(), Serdes.ByteArray()));
        var failed = new CountDownLatch(1);
        var streams = new KafkaStreams(builder.build(), properties(options));
        streams.setUncaughtExceptionHandler(e -> {
            e.printStackTrace();
            failed.countDown();
            return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
        });
        Meter.ask(() -> commits(streams) / options.parallelism(), () -> 0);
        streams.start();
        failed.await();
        throw new IllegalStateException("Kafka Streams has ended");
    }

    private static long commits(KafkaStreams streams) {
        return streams.metrics().values().stream()
                .filter(metric -> metric.metricName().name().equals("commit-total")
                        && metric.metricName().group().equals("stream-thread-metrics"))
                .mapToLong(metric -> ((Double) metric.metricValue()).longValue())
                .sum();
    }

    private static String lingerMs(RunOptions options) {
        return options.text("goal").equals("latency") ? "0" : "5";
    }

    private static Properties properties(RunOptions options) {
        var properties = new Properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, options.text("out"));
        properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, options.text("bootstrap"));
        properties.put(StreamsConfig.STATE_DIR_CONFIG, options.folder().toString());
        properties.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        properties.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, options.intervalMs());
        properties.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, options.parallelism());
        properties.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 256L << 20);
        properties.put(StreamsConfig.producerPrefix(ProducerConfig.LINGER_MS_CONFIG), lingerMs(options));
        properties.put(StreamsConfig.producerPrefix(ProducerConfig.BATCH_SIZE_CONFIG), 128 << 10);
        properties.put(StreamsConfig.producerPrefix(ProducerConfig.BUFFER_MEMORY_CONFIG), 64L << 20);
        properties.put(StreamsConfig.consumerPrefix(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG), "earliest");
        properties.put(StreamsConfig.consumerPrefix(ConsumerConfig.MAX_POLL_RECORDS_CONFIG), 4000);
        properties.put(StreamsConfig.consumerPrefix(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG), 4 << 20);
        properties.put(StreamsConfig.consumerPrefix(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG), 6000);
        properties.put(StreamsConfig.consumerPrefix(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG), 1500);
        properties.put(StreamsConfig.consumerPrefix(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG), "one");
        return properties;
    }

    private static final class Counting extends ContextualProcessor<String, byte[], String, byte[]> {
        private KeyValueStore<String, Long> counts;

        @Override
        public void init(ProcessorContext<String, byte[]> context) {
            super.init(context);
            counts = context.getStateStore(STORE);
        }

        @Override
        public void process(Record<String, byte[]> record) {
            Long before = counts.get(record.key());
            long count = before == null ? 1 : before + 1;
            counts.put(record.key(), count);
            context().forward(record.withValue(Values.counted(record.value(), count)));
        }
    }
}
