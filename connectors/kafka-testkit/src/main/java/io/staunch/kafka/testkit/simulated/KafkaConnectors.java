package io.staunch.kafka.testkit.simulated;

import io.staunch.guarantee.Guarantee;
import io.staunch.kafka.KafkaSink;
import io.staunch.kafka.KafkaSource;
import io.staunch.sink.Sink;
import io.staunch.source.Source;
import io.staunch.testkit.simulation.OutsideKind;
import io.staunch.testkit.simulation.oracle.Output;
import io.staunch.testkit.simulation.random.Connectors;
import io.staunch.testkit.simulation.random.Item;
import io.staunch.testkit.simulation.random.Misfits;
import io.staunch.testkit.simulation.world.Chance;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** The Kafka connector's own source and sink, over simulated Kafka. */
public final class KafkaConnectors implements Connectors {
    private static final String SERVERS = "simulated:9092";
    private static final String LIMIT = "700";
    private static final List<String> OF_SOURCES = List.of("kafka.describeTopics", "kafka.listOffsets", "kafka.poll");

    private static final List<String> WITH_A_LEAD = List.of(
            "kafka.describeCluster",
            "kafka.describeTopics",
            "kafka.describeConfigs",
            "kafka.listOffsets",
            "kafka.createTopic",
            "kafka.init",
            "kafka.poll",
            "kafka.produce",
            "kafka.flush",
            "kafka.commit");

    /** Who finds out that a record is too large; one for all sinks, since they share their producers. */
    private enum FoundBy {
        ENCODER("max.request.size", LIMIT),
        CONNECTION("linger.ms", "5"),
        /** What is compressed may become small enough: so it is left to the broker, and here it does not become smaller. */
        BROKER("compression.type", "lz4");

        private final String property;
        private final String value;

        FoundBy(String property, String value) {
            this.property = property;
            this.value = value;
        }
    }

    /** What a start asks besides, where a transaction is open on a topic that it will write to. */
    private static final List<String> OF_OPEN_TRANSACTIONS =
            List.of("kafka.describeProducers", "kafka.listTransactions");

    private final FoundBy foundBy;
    private final boolean neighbours;

    public KafkaConnectors(Chance chance) {
        foundBy = chance.oneOf(List.of(FoundBy.values()));
        neighbours = chance.happens(0.5);
    }

    /** The calls that every run with a lead makes, whoever else writes to its topics. */
    public static List<String> callsOfALead() {
        return WITH_A_LEAD;
    }

    @Override
    public String name() {
        return "simulated Kafka (" + foundBy.property + "=" + foundBy.value
                + (neighbours ? ", others write to the same topics)" : ")");
    }

    @Override
    public List<String> calls(boolean lead) {
        if (!lead) {
            return OF_SOURCES;
        }
        return neighbours
                ? Stream.concat(WITH_A_LEAD.stream(), OF_OPEN_TRANSACTIONS.stream())
                        .toList()
                : WITH_A_LEAD;
    }

    @Override
    public OutsideKind outside(Set<String> choosy) {
        var kafka = neighbours ? new SimulatedKafkaKind().withNeighbours() : new SimulatedKafkaKind();
        for (String topic : choosy) {
            kafka = kafka.topic(topic, Map.of("max.message.bytes", LIMIT));
        }
        return kafka;
    }

    /** The connector reads topics without end. */
    @Override
    public boolean haveEnds() {
        return false;
    }

    @Override
    public boolean haveBadRecords() {
        return true;
    }

    @Override
    public Source<Item> source(String topic, boolean ends, Misfits bad) {
        KafkaSource<Item> source =
                KafkaSource.json(Item.class).bootstrapServers(SERVERS).topic(topic);
        return switch (bad) {
            case NONE -> source;
            case SKIPPED -> source.skipBadRecords();
            case ASIDE -> source.badRecordsTo(BAD);
        };
    }

    @Override
    public Sink<Item> sink(String topic, Guarantee level, Misfits refused) {
        KafkaSink<Item> sink = KafkaSink.json(Item.class)
                .bootstrapServers(SERVERS)
                .property(foundBy.property, foundBy.value)
                .topic(topic)
                .key(item -> Long.toString(item.track()));
        if (level != Guarantee.EXACTLY_ONCE) {
            return sink.atLeastOnce();
        }
        return switch (refused) {
            case NONE -> sink;
            case SKIPPED -> sink.skipRefusedRecords();
            case ASIDE -> sink.refusedRecordsTo(REFUSED);
        };
    }

    @Override
    public Output output(Item item) {
        return new Output(0, Long.toString(item.track()), new String(FeedCodec.value(item), StandardCharsets.UTF_8));
    }
}
