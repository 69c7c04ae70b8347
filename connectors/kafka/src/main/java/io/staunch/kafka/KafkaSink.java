package io.staunch.kafka;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.staunch.function.MapFunction;
import io.staunch.function.SupplierFunction;
import io.staunch.guarantee.Finding;
import io.staunch.guarantee.LookContext;
import io.staunch.guarantee.Offer;
import io.staunch.kafka.Encoding.Part;
import io.staunch.kafka.PartFormat.JsonPart;
import io.staunch.kafka.PartFormat.SerializerPart;
import io.staunch.kafka.PartFormat.TextPart;
import io.staunch.process.SideOutput;
import io.staunch.secret.Secret;
import io.staunch.sink.LeadConnection;
import io.staunch.sink.LeadContext;
import io.staunch.sink.OnRefusedRecord;
import io.staunch.sink.RefusedRecord;
import io.staunch.sink.RereadSink;
import io.staunch.sink.SinkContext;
import io.staunch.sink.SinkEncoder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Writes to topics, exactly once: all that the job's Kafka sinks write between two checkpoints is one transaction,
 * which is committed together with an entry in the job's commit ledger once the checkpoint is durable. Consumers need
 * {@code isolation.level=read_committed}. An immutable value: each method gives a changed copy.
 *
 * <pre>{@code
 * KafkaSink.json(AirportDelays.class).bootstrapServers("localhost:9092").topic("airport-delays").key(AirportDelays::airport)
 * }</pre>
 *
 * <p>A job named {@code x} uses the transactional ids {@code staunch-x-0} and {@code staunch-x-1} and the ledger topic
 * {@code staunch-ledger-x}, which it makes itself.
 *
 * @param <T> the records
 */
public final class KafkaSink<T> implements RereadSink<T, EncodedRecord> {
    private static final long serialVersionUID = 1L;

    private final Encoding<T> encoding;
    private final SinkOptions options;
    private final OnRefusedRecord onRefused;

    private KafkaSink(Encoding<T> encoding, SinkOptions options, OnRefusedRecord onRefused) {
        this.encoding = encoding;
        this.options = options;
        this.onRefused = onRefused;
    }

    private static <T> KafkaSink<T> of(PartFormat<T> format) {
        return new KafkaSink<>(
                Encoding.of(new Part<T, T>(value -> value, format)), SinkOptions.NONE, OnRefusedRecord.FAIL);
    }

    /** Values in JSON, for records and other classes, {@code java.time} (as ISO-8601 text) included. */
    public static <T> KafkaSink<T> json(Class<T> type) {
        return of(new JsonPart<>(type, Json::mapper));
    }

    /** Values in JSON, written by a mapper of one's own. */
    public static <T> KafkaSink<T> json(Class<T> type, SupplierFunction<ObjectMapper> mapper) {
        return of(new JsonPart<>(type, mapper));
    }

    /** Values as UTF-8 text. */
    public static KafkaSink<String> strings() {
        return values(StringSerializer.class);
    }

    /** Values as they are. */
    public static KafkaSink<byte[]> bytes() {
        return values(ByteArraySerializer.class);
    }

    /** Values by a serialiser, which is configured with the properties of this sink. */
    public static <V> KafkaSink<V> values(Class<? extends Serializer<V>> value) {
        return of(new SerializerPart<>(Recipe.of(value)));
    }

    /** Values by a serialiser that is taken as the function makes it, one per task. */
    public static <V> KafkaSink<V> values(SupplierFunction<? extends Serializer<V>> value) {
        return of(new SerializerPart<>(Recipe.of(value)));
    }

    /** Whole records by serialisers, which are configured with the properties of this sink. */
    public static <K, V> KafkaSink<KafkaRecord<K, V>> of(
            Class<? extends Serializer<K>> key, Class<? extends Serializer<V>> value) {
        return records(Recipe.of(key), Recipe.of(value));
    }

    /** Whole records by serialisers that are taken as the functions make them, one per task. */
    public static <K, V> KafkaSink<KafkaRecord<K, V>> of(
            SupplierFunction<? extends Serializer<K>> key, SupplierFunction<? extends Serializer<V>> value) {
        return records(Recipe.of(key), Recipe.of(value));
    }

    /** Key, value, headers and, if it has one, timestamp are those of the record. */
    private static <K, V> KafkaSink<KafkaRecord<K, V>> records(Recipe<Serializer<K>> key, Recipe<Serializer<V>> value) {
        Part<KafkaRecord<K, V>, V> values = new Part<>(KafkaRecord::value, new SerializerPart<>(value));
        return new KafkaSink<>(
                Encoding.of(values)
                        .key(new Part<>(KafkaRecord::key, new SerializerPart<>(key)))
                        .headers(KafkaRecord::headers)
                        .time((record, streamMs) -> record.timestamp() < 0 ? streamMs : record.timestamp()),
                SinkOptions.NONE,
                OnRefusedRecord.FAIL);
    }

    /** The brokers, as {@code host:port,host:port}. */
    public KafkaSink<T> bootstrapServers(String addresses) {
        return with(options.client(options.client().bootstrapServers(addresses)));
    }

    /** The topic to write to. It must exist. */
    public KafkaSink<T> topic(String name) {
        return with(encoding.topic(name, null));
    }

    /** Chooses the topic of each record. It must exist. */
    public KafkaSink<T> topic(MapFunction<? super T, String> of) {
        return with(encoding.topic(null, of));
    }

    /**
     * The key of each record; null for none. Strings, numbers, enums and the like become UTF-8 text, byte arrays are
     * taken as they are, and everything else becomes JSON.
     */
    public KafkaSink<T> key(MapFunction<? super T, ?> of) {
        return with(encoding.key(new Part<T, Object>(of::map, new TextPart<>())));
    }

    /** The key of each record, by a serialiser that is taken as the function makes it. */
    public <K> KafkaSink<T> key(MapFunction<? super T, K> of, SupplierFunction<? extends Serializer<K>> serializer) {
        return with(encoding.key(new Part<>(of, new SerializerPart<K>(Recipe.of(serializer)))));
    }

    /** The partition of each record; if not said, by the hash of its key, as Kafka's producer does it. */
    public KafkaSink<T> partitioner(PartitionFunction<? super T> of) {
        return with(encoding.partition(of));
    }

    /** The headers of each record, in order. See {@link KafkaHeader}. */
    public KafkaSink<T> headers(MapFunction<? super T, ? extends Iterable<Header>> of) {
        return with(encoding.headers(of));
    }

    /** The timestamp of each record; if not said, that of the stream, or the moment of sending if there is none. */
    public KafkaSink<T> timestamp(MapFunction<? super T, Instant> of) {
        return with(encoding.time((value, streamMs) -> of.map(value).toEpochMilli()));
    }

    /** Any setting of Kafka's producer, under Kafka's name. Those that would break the guarantee are refused. */
    public KafkaSink<T> property(String name, String value) {
        return with(options.client(options.client().property(name, value)));
    }

    /** A setting whose value nobody may see, for example {@code sasl.jaas.config}. */
    public KafkaSink<T> secret(String name, Secret secret) {
        return with(options.client(options.client().secret(name, secret)));
    }

    /**
     * How long the broker keeps a transaction open whose process says nothing. It must be longer than an interval and a
     * checkpoint take together, and at most the broker's maximum. If not said, a minute, or longer if checkpoints need
     * it.
     */
    public KafkaSink<T> transactionTimeout(Duration timeout) {
        return with(options.transactionTimeout(Objects.requireNonNull(timeout, "timeout")));
    }

    /**
     * How many copies a ledger topic has that is made now; if not said, as many as there are brokers, at most three.
     */
    public KafkaSink<T> ledgerReplication(int copies) {
        return with(options.ledgerReplication(copies));
    }

    /**
     * Passes over and counts records that can't be serialised, are too large, or are refused by the broker for another reason that lies in
     * them; if not said, the job stops there. What the broker refuses costs a restart inside the process, in which what was not committed is
     * read again.
     */
    public KafkaSink<T> skipRefusedRecords() {
        return new KafkaSink<>(encoding, options, OnRefusedRecord.SKIP);
    }

    /**
     * Gives such records to a side output of the sink: {@code pipeline.sideOutput("name of the sink", output)}. Written by a {@code KafkaSink},
     * each is there exactly once, in the same transaction as the rest.
     */
    public KafkaSink<T> refusedRecordsTo(SideOutput<RefusedRecord<T>> output) {
        return new KafkaSink<>(encoding, options, OnRefusedRecord.give(output));
    }

    /** The same without transactions and ledger: records are seen at once, and some twice after a fault. */
    public KafkaAtLeastOnceSink<T> atLeastOnce() {
        return new KafkaAtLeastOnceSink<>(encoding, options, onRefused);
    }

    private KafkaSink<T> with(Encoding<T> changed) {
        return new KafkaSink<>(changed, options, onRefused);
    }

    private KafkaSink<T> with(SinkOptions changed) {
        return new KafkaSink<>(encoding, changed, onRefused);
    }

    Encoding<T> encoding() {
        return encoding;
    }

    SinkOptions options() {
        return options;
    }

    /** Whether a record that is refused does not stop the job. */
    boolean forgives() {
        return !(onRefused instanceof OnRefusedRecord.Fail);
    }

    @Override
    public OnRefusedRecord onRefusedRecord() {
        return onRefused;
    }

    @Override
    public String description() {
        return "kafka " + encoding.words() + " at " + options.client().place();
    }

    @Override
    public Offer offer() {
        return Offer.exactlyOnce("one transaction per checkpoint with a commit ledger; readers need read_committed");
    }

    @Override
    public List<String> problems() {
        List<String> problems = new ArrayList<>(options.problems());
        problems.addAll(encoding.problems());
        return problems;
    }

    @Override
    public List<Finding> look(LookContext context) {
        try (var look = new ClusterLook(context, options.client())) {
            (encoding.topic() == null ? look.chosen() : look.output(List.of(encoding.topic())))
                    .transactions(
                            StartCheck.deadline(options, context.checkpointEvery(), context.checkpointTimeout()),
                            options.ledgerReplication());
            return look.findings();
        }
    }

    @Override
    public String resourceKey() {
        return "kafka:" + options.client().servers();
    }

    @Override
    public SinkEncoder<T, EncodedRecord> encoder(SinkContext context) {
        return new RecordEncoder<>(encoding, options.serializerSettings(), options.mostBytes(), null);
    }

    @Override
    public SinkEncoder<T, EncodedRecord> encoder(SinkContext context, LeadConnection<EncodedRecord> connection) {
        TopicLimits limits =
                encoding.topic() != null && connection instanceof KafkaLead lead ? lead.limits(encoding.topic()) : null;
        return new RecordEncoder<>(encoding, options.serializerSettings(), options.mostBytes(), limits);
    }

    @Override
    public LeadConnection<EncodedRecord> connect(LeadContext context) {
        return new KafkaLead(context);
    }

    @Override
    public String toString() {
        return "KafkaSink to " + encoding.words() + " " + options.client() + ", exactly once";
    }
}
