package io.staunch.testkit.log;

import io.staunch.testkit.log.LogException.Reason;
import io.staunch.testkit.log.LogRecord.Payload;
import io.staunch.testkit.simulation.world.Chance;
import io.staunch.testkit.simulation.world.VirtualClock;
import io.staunch.testkit.simulation.world.Weather;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A cluster that keeps topics of partitioned logs, with transactions over all of them. It outlives the processes that use it.
 *
 * <p>What it promises: what is acknowledged stays, until it expires or its topic is deleted; order within a partition; a transaction is
 * committed or aborted as a whole; nothing of a fenced producer is ever committed after the fence. What it may do beside that: be away for
 * a while as a whole, or only its coordinator; abort any open transaction, early or late; show a transaction on one partition long before
 * another. What becomes of a single call (lost, answered in vain, delayed) is up to the client in front of it.
 *
 * <p>Owned by the thread that runs the world.
 */
public final class SimulatedLog {
    private final Chance chance;
    private final Weather weather;
    private final TransactionCoordinator coordinator;
    private final Map<String, LogTopic> topics = new TreeMap<>();
    private final String clusterId;

    public SimulatedLog(VirtualClock clock, Chance chance, LogFaults faults) {
        this.chance = chance;
        weather = new Weather(clock, new Chance(chance.next()), faults.outagesPerSecond());
        coordinator = new TransactionCoordinator(clock, new Chance(chance.next()), faults);
        clusterId = newId();
    }

    /** Identity of the cluster. */
    public String clusterId() {
        return clusterId;
    }

    public TransactionCoordinator coordinator() {
        return coordinator;
    }

    /** Nanoseconds until it answers again; 0 if it does. */
    public long untilBack() {
        return weather.untilBack();
    }

    /** Ends its faults, for the liveness phase. */
    public void calm() {
        weather.calm();
        coordinator.calm();
    }

    /** The topic of a name, or null. */
    public @Nullable LogTopic find(String topic) {
        return topics.get(topic);
    }

    /** A partition that must be there. */
    public LogPartition partition(String topic, int number) {
        LogTopic found = topics.get(topic);
        if (found == null || number < 0 || number >= found.partitions().size()) {
            throw new LogException(Reason.UNKNOWN_TOPIC, topic + "-" + number);
        }
        return found.partitions().get(number);
    }

    public LogTopic createTopic(String name, int partitions, Map<String, String> config) {
        if (topics.containsKey(name)) {
            throw new LogException(Reason.TOPIC_EXISTS, name);
        }
        LogTopic topic = LogTopic.make(name, newId(), partitions, config);
        topics.put(name, topic);
        return topic;
    }

    /** Deletes a topic with its records; another one may be made under its name. */
    public void deleteTopic(String name) {
        topics.remove(name);
    }

    /**
     * Appends a record.
     *
     * @param producer whose transaction it belongs to; null if to none
     * @return its offset
     */
    public long append(LogPartition partition, Payload payload, @Nullable ProducerIdentity producer) {
        if (weather.away()) {
            throw new LogException(Reason.UNAVAILABLE, partition.name());
        }
        return partition.append(payload, producer == null ? null : coordinator.enlist(producer, partition));
    }

    /** Throws if it does not answer now. */
    public void requireBack() {
        if (weather.away()) {
            throw new LogException(Reason.UNAVAILABLE, "the log does not answer");
        }
    }

    private String newId() {
        return Long.toHexString(chance.next()) + Long.toHexString(chance.next());
    }
}
