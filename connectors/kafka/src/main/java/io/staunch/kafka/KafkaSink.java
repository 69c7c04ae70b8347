package io.staunch.kafka;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.staunch.function.MapFunction;
import io.staunch.function.SupplierFunction;
import io.staunch.guarantee.Offer;
import io.staunch.sink.LeadConnection;
import io.staunch.sink.LeadContext;
import io.staunch.sink.RereadSink;
import io.staunch.sink.SinkContext;
import io.staunch.sink.SinkEncoder;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Writes to topics, exactly once: all that a checkpoint writes to a cluster, over all topics and partitions, is one transaction, which is
 * committed when the checkpoint is durable, together with an entry in the job's ledger topic. After a fault nothing depends on a pending
 * transaction: it is aborted, and the input is read again. An immutable value: each method gives a changed copy.
 *
 * <pre>{@code
 * KafkaSink.json(Totals.class).bootstrapServers("localhost:9092").topic("totals").key(Totals::airport)
 * }</pre>
 *
 * <p>Readers see a checkpoint's output with {@code isolation.level=read_committed}. Topics are never made by the sink, except the ledger
 * topic {@code staunch-ledger-<job>}. Transactional ids are {@code staunch-<job>-0} and {@code staunch-<job>-1}.
 *
 * @param <T> the records
 */
public final class KafkaSink<T> implements RereadSink<T, ProducerRecord<byte[], byte[]>> {
    private static final long serialVersionUID = 1L;

    private final SinkOptions<T> options;

    private KafkaSink(SinkOptions<T> options) {
        this.options = options;
    }

    /** Values as JSON, of records and other classes, {@code java.time} included. */
    public static <T> KafkaSink<T> json(Class<T> type) {
        return json(type, Json::mapper);
    }

    /** Values as JSON, written by a mapper of one's own. */
    public static <T> KafkaSink<T> json(Class<T> type, SupplierFunction<ObjectMapper> mapper) {
        return new KafkaSink<>(SinkOptions.of(new ValueFormat.Json<>(type, mapper)));
    }

    /** Values that are text, as UTF-8. */
    public static KafkaSink<String> strings() {
        return values(StringSerializer.class);
    }

    /** Values as they are. */
    public static KafkaSink<byte[]> bytes() {
        return values(ByteArraySerializer.class);
    }

    /** Values by a serialiser, which is configured with the properties of this sink. */
    public static <T> KafkaSink<T> values(Class<? extends Serializer<T>> value) {
        return new KafkaSink<>(SinkOptions.of(new ValueFormat.Serde<>(Recipe.of(value))));
    }

    /** Values by a serialiser that is taken as the function makes it, one per task. */
    public static <T> KafkaSink<T> values(SupplierFunction<? extends Serializer<T>> value) {
        return new KafkaSink<>(SinkOptions.of(new ValueFormat.Serde<>(Recipe.of(value))));
    }

    /** The brokers, as {@code host:port,host:port}. */
    public KafkaSink<T> bootstrapServers(String addresses) {
        return new KafkaSink<>(options.client(options.client().bootstrapServers(addresses)));
    }

    /** The topic to write to. */
    public KafkaSink<T> topic(String name) {
        return new KafkaSink<>(options.topic(name));
    }

    /** The topic of each record. */
    public KafkaSink<T> topic(MapFunction<? super T, String> ofRecord) {
        return new KafkaSink<>(options.topicOf(ofRecord));
    }

    /** The key of each record, as text in UTF-8; null for none. It decides the partition unless {@link #partition} does. */
    public KafkaSink<T> key(MapFunction<? super T, String> ofRecord) {
        return key(StringSerializer.class, ofRecord);
    }

    /** The key of each record, by a serialiser. */
    public <K> KafkaSink<T> key(Class<? extends Serializer<K>> serializer, MapFunction<? super T, K> ofRecord) {
        return new KafkaSink<>(options.key(new KeyFormat<>(Recipe.of(serializer), ofRecord)));
    }

    /** The partition of each record, as its number. */
    public KafkaSink<T> partition(MapFunction<? super T, Integer> ofRecord) {
        return new KafkaSink<>(options.partition(ofRecord));
    }

    /** The headers of each record. */
    public KafkaSink<T> headers(MapFunction<? super T, List<Header>> ofRecord) {
        return new KafkaSink<>(options.headers(ofRecord));
    }

    /** The timestamp of each record in milliseconds since 1970; that of the stream if not said otherwise. */
    public KafkaSink<T> timestamp(MapFunction<? super T, Long> ofRecord) {
        return new KafkaSink<>(options.timestamp(ofRecord));
    }

    /** How long a transaction may stay open before the broker aborts it; a minute if not said otherwise. Nothing is lost then. */
    public KafkaSink<T> transactionTimeout(Duration timeout) {
        return new KafkaSink<>(options.transactionTimeout(timeout));
    }

    /** Any setting of Kafka's producer and admin client, under Kafka's name. Those that would break the guarantee are refused. */
    public KafkaSink<T> property(String name, String value) {
        return new KafkaSink<>(options.client(options.client().property(name, value)));
    }

    /** A setting whose value nobody may see, for example {@code sasl.jaas.config}. */
    public KafkaSink<T> secret(String name, Secret secret) {
        return new KafkaSink<>(options.client(options.client().secret(name, secret)));
    }

    /** The same sink without transactions: records are visible as they come, and a replay writes them again. */
    public KafkaAtLeastOnceSink<T> atLeastOnce() {
        return new KafkaAtLeastOnceSink<>(options);
    }

    @Override
    public String description() {
        return options.description();
    }

    @Override
    public Offer offer() {
        return Offer.exactlyOnce("transaction per checkpoint with a commit ledger");
    }

    @Override
    public List<String> problems() {
        return options.problems();
    }

    @Override
    public String resourceKey() {
        return "kafka at " + options.client().servers();
    }

    @Override
    public SinkEncoder<T, ProducerRecord<byte[], byte[]>> encoder(SinkContext context) {
        return new RecordEncoder<>(options);
    }

    @Override
    public LeadConnection<ProducerRecord<byte[], byte[]>> connect(LeadContext context) {
        return KafkaLead.of(context);
    }

    SinkOptions<T> options() {
        return options;
    }

    @Override
    public String toString() {
        return "KafkaSink of " + options;
    }
}
