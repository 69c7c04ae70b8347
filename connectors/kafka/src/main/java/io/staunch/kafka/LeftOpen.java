package io.staunch.kafka;

import io.staunch.environment.Environment;
import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.kafka.port.AdminPort;
import io.staunch.kafka.port.AdminPort.Edge;
import io.staunch.kafka.port.AdminPort.OpenTransaction;
import io.staunch.kafka.port.AdminPort.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;

/**
 * What hangs on the topics of a job's sinks. A producer of the same id has the same number at the broker, so that its next transaction on the
 * partition is joined with the one that hangs, and its commit shows both: before a topic is written to, nothing of the job's ids may be
 * open on it. Others' transactions do not matter. Blocks; each call by one thread.
 */
final class LeftOpen {
    private static final Duration PAUSE = Duration.ofMillis(100);

    private final Set<String> ids;
    private final Environment environment;
    private final KafkaFaults faults;
    private final Duration patience;
    private final Runnable requireOpen;

    /**
     * @param ids the job's transactional ids
     * @param patience how long a transaction may be open of which this user may not see whose it is
     * @param requireOpen throws if nobody wants to know any more; looked at before each question
     */
    LeftOpen(Set<String> ids, Environment environment, KafkaFaults faults, Duration patience, Runnable requireOpen) {
        this.ids = Set.copyOf(ids);
        this.environment = environment;
        this.faults = faults;
        this.patience = patience;
        this.requireOpen = requireOpen;
    }

    /** When the ids are fenced and nothing is written yet. What is under way then is of a newer process, which has fenced this one. */
    void requireNoneAfterFencing(Collection<String> topics, AdminPort admin) {
        requireNone(topics, admin, true);
    }

    /** When transactions may be open, but none has written to this topic since the ids were fenced. */
    void requireNoneOn(String topic, AdminPort admin) {
        requireNone(List.of(topic), admin, false);
    }

    private void requireNone(Collection<String> topics, AdminPort admin, boolean endedOnly) {
        if (topics.isEmpty()) {
            return;
        }
        Map<TopicPartition, Long> ends = offsets(partitions(topics, admin), Edge.END, admin);
        Set<TopicPartition> ofOthers = new HashSet<>();
        List<String> hanging = new ArrayList<>();
        var tries = new Tries(environment, patience);
        while (true) {
            requireOpen.run();
            Map<TopicPartition, Long> stable = offsets(ends.keySet(), Edge.STABLE_END, admin);
            ends.entrySet().removeIf(end -> stable.get(end.getKey()) >= end.getValue());
            for (TopicPartition each : ends.keySet()) {
                look(each, admin, endedOnly, ofOthers, hanging);
            }
            ends.keySet().removeAll(ofOthers);
            if (!hanging.isEmpty()) {
                throw new StaunchException(String.join("; ", hanging), Remedy.RETRY);
            }
            if (ends.isEmpty()) {
                return;
            }
            if (!tries.again()) {
                throw new StaunchException(unseen(ends.keySet(), tries), Remedy.RETRY);
            }
            admin.pause(PAUSE);
        }
    }

    private void look(
            TopicPartition partition,
            AdminPort admin,
            boolean endedOnly,
            Set<TopicPartition> ofOthers,
            List<String> hanging) {
        try {
            for (OpenTransaction open : admin.openTransactions(partition)) {
                admin.transactionalId(open.producerId())
                        .filter(id -> ids.contains(id.name()) && (id.ended() || !endedOnly))
                        .filter(id -> OpenEnd.isStillOpen(open, partition, admin))
                        .ifPresent(id -> hanging.add(told(partition, id.name(), open)));
            }
            ofOthers.add(partition);
        } catch (AuthorizationException e) {
            // Whose it is can't be seen; that it has ended can.
        } catch (RuntimeException e) {
            throw faults.of(Act.LOOK_UP_PRODUCERS, partition.topic(), e);
        }
    }

    private String told(TopicPartition partition, String id, OpenTransaction open) {
        return "topic '" + partition.topic() + "' at " + faults.servers() + " can't be written to: a transaction of"
                + " transactional id '" + id + "' (producer " + open.producerId() + "), which has ended, is open on"
                + " partition " + partition.partition() + " since offset " + open.startOffset()
                + ", and the next commit would show what it holds. " + OpenEnd.hanging(open, partition, faults);
    }

    private String unseen(Collection<TopicPartition> partitions, Tries tries) {
        String topic = partitions.iterator().next().topic();
        return "a transaction is open on " + partitions + " at " + faults.servers() + " for " + tries
                + " now, and this user may not see whose it is: if it is one of this job that hangs, the next commit"
                + " would show what it holds. Wait until it has ended, or allow the job to see it: it needs "
                + MissingRight.onTopic(Act.LOOK_UP_PRODUCERS.operations(), topic)
                        .told(faults.servers());
    }

    private List<TopicPartition> partitions(Collection<String> names, AdminPort admin) {
        List<TopicPartition> partitions = new ArrayList<>();
        try {
            for (Topic topic : admin.topics(names).values()) {
                for (int partition = 0; partition < topic.partitions(); partition++) {
                    partitions.add(new TopicPartition(topic.name(), partition));
                }
            }
        } catch (RuntimeException e) {
            throw faults.of(Act.LOOK_UP_OUTPUT, String.join("', '", names), e);
        }
        return partitions;
    }

    private Map<TopicPartition, Long> offsets(Collection<TopicPartition> partitions, Edge edge, AdminPort admin) {
        try {
            return partitions.isEmpty() ? new HashMap<>() : new HashMap<>(admin.offsets(partitions, edge));
        } catch (RuntimeException e) {
            throw faults.of(Act.LOOK_UP_OUTPUT, partitions.iterator().next().topic(), e);
        }
    }
}
