package io.staunch.kafka;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.staunch.environment.Environment;
import io.staunch.function.SupplierFunction;
import io.staunch.guarantee.Finding;
import io.staunch.guarantee.LookContext;
import io.staunch.guarantee.Offer;
import io.staunch.kafka.port.AdminPort;
import io.staunch.process.SideOutput;
import io.staunch.secret.Secret;
import io.staunch.source.BadRecord;
import io.staunch.source.OnBadRecord;
import io.staunch.source.RecordPlace;
import io.staunch.source.Source;
import io.staunch.source.SourceContext;
import io.staunch.source.SourceReader;
import io.staunch.source.Split;
import io.staunch.source.SplitEnumerator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * Reads topics, each partition in order, only what is committed ({@code read_committed}). Positions are in the job's
 * checkpoints; nothing is read from a consumer group. An immutable value: each method gives a changed copy.
 *
 * <pre>{@code KafkaSource.json(Flight.class).bootstrapServers("localhost:9092").topic("flights") }</pre>
 *
 * <p>The job stops, naming what it misses, if a position has expired at the broker, lies behind the partition's end, or
 * if its topic was deleted and made anew. A record that can't be deserialised stops it too, naming topic, partition and
 * offset and never the content, unless {@link #skipBadRecords} or {@link #badRecordsTo} says otherwise.
 *
 * @param <T> the records
 */
public final class KafkaSource<T> implements Source<T> {
    private static final long serialVersionUID = 1L;

    private final RecordFormat<T> format;
    private final ClientOptions client;
    private final List<String> topics;
    private final StartFrom start;
    private final @Nullable String group;
    private final OnBadRecord onBad;

    private KafkaSource(
            RecordFormat<T> format,
            ClientOptions client,
            List<String> topics,
            StartFrom start,
            @Nullable String group,
            OnBadRecord onBad) {
        this.format = format;
        this.client = client;
        this.topics = List.copyOf(topics);
        this.start = start;
        this.group = group;
        this.onBad = onBad;
    }

    private static <T> KafkaSource<T> of(RecordFormat<T> format) {
        return new KafkaSource<>(format, ClientOptions.NONE, List.of(), StartFrom.earliest(), null, OnBadRecord.FAIL);
    }

    /**
     * Values in JSON, for records and other classes, {@code java.time} included. Properties that the class does not
     * know are passed over; everything else is taken strictly: no number in quotes or for the constant of an enum, no
     * fraction for a whole number, no null or missing value for a primitive.
     */
    public static <T> KafkaSource<T> json(Class<T> type) {
        return of(new JsonFormat<>(type, Json::mapper));
    }

    /** Values in JSON, read by a mapper of one's own. */
    public static <T> KafkaSource<T> json(Class<T> type, SupplierFunction<ObjectMapper> mapper) {
        return of(new JsonFormat<>(type, mapper));
    }

    /** Values that are UTF-8 text. */
    public static KafkaSource<String> strings() {
        return values(StringDeserializer.class);
    }

    /** Values as they are. */
    public static KafkaSource<byte[]> bytes() {
        return values(ByteArrayDeserializer.class);
    }

    /** Values by a deserialiser, which is configured with the properties of this source. */
    public static <V> KafkaSource<V> values(Class<? extends Deserializer<V>> value) {
        return of(new SerdeFormats.Values<>(Recipe.of(value)));
    }

    /** Values by a deserialiser that is taken as the function makes it, one per task. */
    public static <V> KafkaSource<V> values(SupplierFunction<? extends Deserializer<V>> value) {
        return of(new SerdeFormats.Values<>(Recipe.of(value)));
    }

    /** Whole records by deserialisers, which are configured with the properties of this source. */
    public static <K, V> KafkaSource<KafkaRecord<K, V>> of(
            Class<? extends Deserializer<K>> key, Class<? extends Deserializer<V>> value) {
        return of(new SerdeFormats.Records<>(Recipe.of(key), Recipe.of(value)));
    }

    /** Whole records by deserialisers that are taken as the functions make them, one per task. */
    public static <K, V> KafkaSource<KafkaRecord<K, V>> of(
            SupplierFunction<? extends Deserializer<K>> key, SupplierFunction<? extends Deserializer<V>> value) {
        return of(new SerdeFormats.Records<>(Recipe.of(key), Recipe.of(value)));
    }

    /** The brokers, as {@code host:port,host:port}. */
    public KafkaSource<T> bootstrapServers(String addresses) {
        return with(client.bootstrapServers(addresses));
    }

    /** The topic to read. */
    public KafkaSource<T> topic(String topic) {
        return topics(topic);
    }

    /** The topics to read. */
    public KafkaSource<T> topics(String... names) {
        return new KafkaSource<>(format, client, Arrays.asList(names), start, group, onBad);
    }

    /** Where the very first start begins; the earliest record if not said otherwise. */
    public KafkaSource<T> startFrom(StartFrom where) {
        return new KafkaSource<>(format, client, topics, where, group, onBad);
    }

    /**
     * Notes the positions of settled checkpoints with this consumer group, about once a second, for tools that show how
     * far behind it is. They are never read.
     */
    public KafkaSource<T> groupForMonitoring(String id) {
        return new KafkaSource<>(format, client, topics, start, id, onBad);
    }

    /**
     * Passes over records that can't be read, and counts them ({@code recordsSkipped} in the job's metrics). Each is named in the log by topic,
     * partition and offset, as long as there are few.
     */
    public KafkaSource<T> skipBadRecords() {
        return new KafkaSource<>(format, client, topics, start, group, OnBadRecord.SKIP);
    }

    /**
     * Gives records that can't be read to a side output of this source, to be read with {@code stream.sideOutput(output)}: with a transactional
     * sink behind it each of them arrives there exactly once, in the same transaction as what was read beside it.
     */
    public KafkaSource<T> badRecordsTo(SideOutput<BadRecord> output) {
        return new KafkaSource<>(format, client, topics, start, group, OnBadRecord.give(output));
    }

    /**
     * Any setting of Kafka's consumer and admin client, under Kafka's name. Those that would break the guarantee are
     * refused.
     */
    public KafkaSource<T> property(String name, String value) {
        return with(client.property(name, value));
    }

    /** A setting whose value nobody may see, for example {@code sasl.jaas.config}. */
    public KafkaSource<T> secret(String name, Secret secret) {
        return with(client.secret(name, secret));
    }

    private KafkaSource<T> with(ClientOptions changed) {
        return new KafkaSource<>(format, changed, topics, start, group, onBad);
    }

    @Override
    public String description() {
        return "kafka " + Topics.words(topics) + " at " + client.place();
    }

    @Override
    public Offer offer() {
        return Offer.exactlyOnce("replayable, read_committed, positions in the checkpoint" + onBad.words());
    }

    @Override
    public boolean bySplit() {
        return true;
    }

    @Override
    public List<String> problems() {
        List<String> problems = new ArrayList<>(client.problems(SourceRules.RULES));
        if (topics.isEmpty()) {
            problems.add("no topic is given: name one with topic(\"...\")");
        }
        topics.forEach(topic -> Topics.problem(topic).ifPresent(problems::add));
        if (new TreeSet<>(topics).size() < topics.size()) {
            problems.add("a topic is named twice in " + topics);
        }
        if (group != null && group.isBlank()) {
            problems.add("groupForMonitoring: the name is empty");
        }
        problems.addAll(format.problems());
        return problems;
    }

    @Override
    public List<SideOutput<?>> sideOutputs() {
        return onBad instanceof OnBadRecord.Give give ? List.of(give.output()) : List.of();
    }

    @Override
    public SplitEnumerator enumerator(SourceContext context) {
        Cluster cluster = cluster(context);
        MonitoringGroup monitoring =
                group == null ? null : new MonitoringGroup(group, context.environment(), cluster.faults());
        StartPositions positions = new StartPositions(start, cluster.faults());
        return new KafkaEnumerator(topics, positions, admins(cluster), cluster.faults(), monitoring);
    }

    @Override
    public Optional<RecordPlace> placeOf(Split split) {
        return Optional.of(KafkaPosition.of(split).place());
    }

    @Override
    public SourceReader<T> reader(SourceContext context) {
        Cluster cluster = cluster(context);
        Environment environment = context.environment();
        var check = new PositionCheck(admins(cluster), cluster.faults());
        RecordFormat.Reader<T> reader = format.open(client.resolveFor(Set.of(), Set.of()));
        String name = "kafka-fetch-" + context.source() + "-" + context.task();
        return new KafkaReader<>(
                reader,
                onBad,
                handover -> environment.start(
                        name,
                        new FetchAgent(
                                context,
                                handover,
                                () -> cluster.consumer(SourceRules.DEFAULTS, SourceRules.FIXED),
                                check,
                                cluster.faults())));
    }

    @Override
    public List<Finding> look(LookContext context) {
        try (var look = new ClusterLook(context, client)) {
            return look.input(topics).findings();
        }
    }

    private static Supplier<AdminPort> admins(Cluster cluster) {
        return () -> cluster.admin(SourceRules.DEFAULTS);
    }

    private Cluster cluster(SourceContext context) {
        String part = context.task() < 0 ? "" : "-" + context.task();
        return new Cluster(context.environment(), client, "staunch-" + context.job() + "-" + context.source() + part);
    }

    @Override
    public String toString() {
        return "KafkaSource of " + Topics.words(topics) + " " + client + ", start from " + start
                + (group == null ? "" : ", group for monitoring " + group);
    }
}
