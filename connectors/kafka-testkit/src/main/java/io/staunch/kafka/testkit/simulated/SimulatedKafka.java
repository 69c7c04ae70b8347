package io.staunch.kafka.testkit.simulated;

import io.staunch.kafka.port.KafkaClients;
import io.staunch.sink.Sink;
import io.staunch.source.Source;
import io.staunch.testkit.log.LogFaults;
import io.staunch.testkit.log.LogFeed;
import io.staunch.testkit.log.LogRecord;
import io.staunch.testkit.log.LogRecord.Payload;
import io.staunch.testkit.log.LogTopic;
import io.staunch.testkit.log.Neighbours;
import io.staunch.testkit.log.SimulatedLog;
import io.staunch.testkit.log.TopicReader;
import io.staunch.testkit.simulation.Capture;
import io.staunch.testkit.simulation.Outside;
import io.staunch.testkit.simulation.oracle.Output;
import io.staunch.testkit.simulation.world.CallFaults;
import io.staunch.testkit.simulation.world.Chance;
import io.staunch.testkit.simulation.world.SimulatedProcess;
import io.staunch.testkit.simulation.world.SimulatedWorld;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * A Kafka cluster in a simulated world, whatever the bootstrap servers say: the connector's own source and sink run against it, through
 * the port that they use for a real one.
 *
 * <h2>What it may do</h2>
 *
 * <ul>
 *   <li>The cluster is away for a while; or its transaction coordinator alone is stuck, and markers with it.
 *   <li>Any open transaction is aborted as if by time-out, at any age; its producer learns it from {@code InvalidProducerEpoch} when it
 *       sends and {@code InvalidTxnState} when it commits. A fenced one gets {@code InvalidProducerEpoch} and {@code ProducerFenced}.
 *   <li>{@code initTransactions}, {@code commitTransaction}, admin calls and batches are lost, answered in vain, or carried out long after
 *       their caller gave up or died, unless they are fenced by then.
 *   <li>A commit is seen on one partition long before another; its id's next transaction has to wait for the last marker.
 *   <li>Records of different producers overtake each other as long as they are not acknowledged.
 *   <li>A record that is larger than its topic's {@code max.message.bytes} (key and value, which is all that counts here), or has no key in a
 *       compacted topic, is refused, and its transaction with it; others of the request hear only that.
 *   <li>Polls give any number of records, or nothing; others' open and aborted transactions hold back readers.
 * </ul>
 *
 * <h2>What it does not</h2>
 *
 * Lose or reorder what is acknowledged; duplicate a batch (the producer is idempotent); run out of producer epochs; rebalance; check
 * rights; compact. Records expire and topics are deleted only when a test says so.
 *
 * <p>Owned by the thread that runs the world.
 */
public final class SimulatedKafka implements Outside {
    private static final Payload NOISE =
            new Payload(null, "aborted by its writer".getBytes(StandardCharsets.UTF_8), null, 0);
    private static final int MOST_PARTITIONS = 3;

    private final SimulatedWorld world;
    private final SimulatedLog log;
    private final Chance chance;
    private final FeedCodec codec;
    private final Map<String, Map<String, String>> settings;
    private final boolean withNeighbours;
    private final List<LogFeed> feeds = new ArrayList<>();
    private final List<Neighbours> neighbours = new ArrayList<>();

    SimulatedKafka(
            SimulatedWorld world,
            CallFaults faults,
            FeedCodec codec,
            Map<String, Map<String, String>> settings,
            boolean withNeighbours,
            BiFunction<SimulatedProcess, KafkaClients, KafkaClients> between) {
        this.world = world;
        this.codec = codec;
        this.settings = settings;
        this.withNeighbours = withNeighbours;
        chance = Chance.of(world.seed(), "kafka");
        log = new SimulatedLog(world.clock(), new Chance(chance.next()), LogFaults.of(faults));
        world.port(
                KafkaClients.class,
                process -> between.apply(process, new SimulatedClients(process, log, world.clock(), chance)));
    }

    /** A cluster for a world that is stepped by hand. */
    public static SimulatedKafka in(SimulatedWorld world, CallFaults faults) {
        return new SimulatedKafka(world, faults, new FeedCodec(), Map.of(), false, (process, clients) -> clients);
    }

    /** What is in the cluster. */
    public SimulatedLog log() {
        return log;
    }

    @Override
    public boolean feeds(Source<?> source) {
        return !KafkaTopics.of(source.description()).isEmpty();
    }

    @Override
    public void feed(Source<?> source, List<Fed> records) {
        Set<String> names = KafkaTopics.of(source.description());
        if (names.size() != 1) {
            throw new IllegalArgumentException(
                    "records can be fed to one topic only, and " + source.description() + " reads " + names);
        }
        LogTopic topic = topic(names.iterator().next());
        List<Payload> payloads = codec.payloads(records);
        int[] partitions = new int[records.size()];
        for (int i = 0; i < partitions.length; i++) {
            partitions[i] = Math.floorMod(
                    records.get(i).lane().hashCode(), topic.partitions().size());
        }
        feeds.add(new LogFeed(log, world.clock(), new Chance(chance.next()), topic, payloads, partitions, NOISE));
    }

    @Override
    public boolean captures(Sink<?> sink) {
        return !KafkaTopics.of(sink.description()).isEmpty();
    }

    @Override
    public Capture capture(Sink<?> sink) {
        List<LogTopic> topics =
                KafkaTopics.of(sink.description()).stream().map(this::topic).toList();
        if (withNeighbours) {
            topics.forEach(topic ->
                    neighbours.add(new Neighbours(log, world.clock(), new Chance(chance.next()), topic, NOISE)));
        }
        List<TopicReader> readers = topics.stream().map(TopicReader::new).toList();
        return into -> readers.forEach(r -> r.read((partition, record) -> into.accept(output(partition, record))));
    }

    @Override
    public void goOn() {
        feeds.forEach(LogFeed::goOn);
        neighbours.forEach(Neighbours::goOn);
    }

    @Override
    public void calm() {
        log.calm();
        neighbours.forEach(Neighbours::calm);
    }

    private static Output output(int partition, LogRecord record) {
        return new Output(partition, Bytes.text(record.key()), String.valueOf(Bytes.text(record.value())));
    }

    private LogTopic topic(String name) {
        LogTopic found = log.find(name);
        return found == null
                ? log.createTopic(name, (int) chance.between(1, MOST_PARTITIONS), settings.getOrDefault(name, Map.of()))
                : found;
    }
}
