package io.staunch.testkit.outside;

import io.staunch.function.KeyFunction;
import io.staunch.sink.FlushingSink;
import io.staunch.sink.RereadSink;
import io.staunch.sink.Sink;
import io.staunch.source.Source;
import io.staunch.testkit.log.LogFaults;
import io.staunch.testkit.log.LogFeed;
import io.staunch.testkit.log.LogRecord;
import io.staunch.testkit.log.LogRecord.Payload;
import io.staunch.testkit.log.LogTopic;
import io.staunch.testkit.log.SimulatedLog;
import io.staunch.testkit.log.TopicReader;
import io.staunch.testkit.simulation.Capture;
import io.staunch.testkit.simulation.Outside;
import io.staunch.testkit.simulation.oracle.Output;
import io.staunch.testkit.simulation.world.CallFaults;
import io.staunch.testkit.simulation.world.Chance;
import io.staunch.testkit.simulation.world.SimulatedWorld;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The simulated log as an outside system. Owned by the thread that runs the world. */
final class LogOutside implements Outside {
    /** What the descriptions of sources and sinks here begin with, before the topic's name. */
    static final String TOPIC = "simulated topic ";

    /** What the names of topics begin with that stand in for something. */
    private static final String STAND_IN = "for-";

    private static final int MOST_PARTITIONS = 3;
    private static final Payload NOISE = new Payload(null, "aborted by its writer", null, 0);

    private final SimulatedWorld world;
    private final Chance chance;
    private final SimulatedLog log;
    private final List<LogFeed> feeds = new ArrayList<>();

    LogOutside(SimulatedWorld world, CallFaults faults) {
        this.world = world;
        chance = Chance.of(world.seed(), "log");
        log = new SimulatedLog(world.clock(), new Chance(chance.next()), LogFaults.of(faults));
        world.port(LogClients.class, process -> new LogClients(log, process, world.clock(), chance));
    }

    @Override
    public boolean feeds(Source<?> source) {
        return source.description().startsWith(TOPIC);
    }

    @Override
    public void feed(Source<?> source, List<Fed> records) {
        LogTopic topic = topic(source.description().substring(TOPIC.length()));
        int[] partitions = new int[records.size()];
        for (int i = 0; i < partitions.length; i++) {
            partitions[i] = Math.floorMod(
                    records.get(i).lane().hashCode(), topic.partitions().size());
        }
        List<Payload> payloads = records.stream()
                .map(r -> new Payload(r.lane(), r.value(), null, 0))
                .toList();
        feeds.add(new LogFeed(log, world.clock(), new Chance(chance.next()), topic, payloads, partitions, NOISE));
    }

    @Override
    public boolean captures(Sink<?> sink) {
        return sink.description().startsWith(TOPIC);
    }

    @Override
    public Capture capture(Sink<?> sink) {
        var reader = new TopicReader(topic(sink.description().substring(TOPIC.length())));
        return into -> reader.read((partition, record) -> into.accept(output(partition, record)));
    }

    @Override
    public Optional<Source<?>> standInFor(String name, Source<?> unknown) {
        return Optional.of(new StandInSource(STAND_IN + name, unknown));
    }

    @Override
    public Optional<Sink<?>> standInFor(String name, Sink<?> unknown, KeyFunction<Object, @Nullable Object> key) {
        if (unknown instanceof RereadSink<?, ?> lead) {
            return Optional.of(new StandInLead(STAND_IN + name, key, lead));
        }
        return unknown instanceof FlushingSink<?, ?> flushing
                ? Optional.of(new StandInSink(STAND_IN + name, key, flushing))
                : Optional.empty();
    }

    @Override
    public void goOn() {
        feeds.forEach(LogFeed::goOn);
    }

    @Override
    public void calm() {
        log.calm();
    }

    private static Output output(int partition, LogRecord record) {
        return new Output(partition, record.key(), Objects.requireNonNull(record.value()));
    }

    private LogTopic topic(String name) {
        LogTopic found = log.find(name);
        return found == null ? log.createTopic(name, (int) chance.between(1, MOST_PARTITIONS), Map.of()) : found;
    }
}
