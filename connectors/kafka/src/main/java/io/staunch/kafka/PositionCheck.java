package io.staunch.kafka;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.kafka.port.AdminPort;
import io.staunch.kafka.port.AdminPort.Edge;
import io.staunch.kafka.port.AdminPort.Topic;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** Compares positions with what the cluster has: is it still the same topic, and is the record still there? */
final class PositionCheck {
    private static final String WAY_OUT = ". To go on without it, give the source a new name and a startFrom(...)";

    private final Supplier<AdminPort> admins;
    private final KafkaFaults faults;

    /** @param admins gives a client that is closed after the check */
    PositionCheck(Supplier<AdminPort> admins, KafkaFaults faults) {
        this.admins = admins;
        this.faults = faults;
    }

    /**
     * Throws if any position can't be gone on from, naming all of them. Blocks.
     *
     * @throws StaunchException to fail the job; or to try again, if the cluster does not answer
     */
    void verify(List<KafkaPosition> positions) {
        if (positions.isEmpty()) {
            return;
        }
        List<String> problems = new ArrayList<>();
        try (AdminPort admin = admins.get()) {
            offsets(admin, ofSameTopic(admin, positions, problems), problems);
        }
        fail(problems);
    }

    /** The same for the identity of their topics alone. */
    void sameTopics(Collection<KafkaPosition> positions) {
        List<String> problems = new ArrayList<>();
        try (AdminPort admin = admins.get()) {
            ofSameTopic(admin, positions, problems);
        }
        fail(problems);
    }

    /**
     * Throws, and names all of these positions: their partitions have other records there than those that were read.
     *
     * @param from where the records begin to be others, as far as that is known
     */
    static void others(List<KafkaPosition> positions, Map<TopicPartition, OffsetAndMetadata> from) {
        fail(positions.stream()
                .map(position -> other(position, from.get(position.partition())))
                .toList());
    }

    private static String other(KafkaPosition position, @Nullable OffsetAndMetadata from) {
        return "topic " + position.partition().topic() + ", partition "
                + position.partition().partition() + ": offset " + position.offset()
                + " is wanted, but the records before it are not"
                + " those that were read"
                + (from == null ? "" : ": from " + from.offset() + " on they are others")
                + ". The broker has lost offsets (an unclean leader election, or an older copy of its disk), and what has taken their place"
                + " would never be read" + WAY_OUT;
    }

    private static void fail(List<String> problems) {
        if (!problems.isEmpty()) {
            throw new StaunchException(String.join("\n", problems), Remedy.FAIL_JOB);
        }
    }

    private List<KafkaPosition> ofSameTopic(
            AdminPort admin, Collection<KafkaPosition> positions, List<String> problems) {
        Set<String> names =
                positions.stream().map(p -> p.partition().topic()).collect(Collectors.toCollection(TreeSet::new));
        Map<String, Topic> topics;
        try {
            topics = admin.topics(names);
        } catch (RuntimeException e) {
            throw faults.of(Act.LOOK_UP_INPUT, String.join("', '", names), e);
        }
        List<KafkaPosition> same = new ArrayList<>();
        Set<String> told = new TreeSet<>();
        for (KafkaPosition position : positions) {
            String problem = differs(position, topics.get(position.partition().topic()));
            if (problem == null) {
                same.add(position);
            } else if (told.add(problem)) {
                problems.add(problem);
            }
        }
        return same;
    }

    private static String differs(KafkaPosition position, Topic topic) {
        String name = position.partition().topic();
        if (topic == null) {
            return "topic " + name + " does not exist any more: it had the id " + position.topicId() + " when the"
                    + " checkpoint was taken. Its positions mean nothing now" + WAY_OUT;
        }
        if (!topic.id().equals(position.topicId())) {
            return "topic " + name + " was deleted and made anew: its id was " + position.topicId() + " when the"
                    + " checkpoint was taken and is " + topic.id() + " now, so its positions mean nothing" + WAY_OUT;
        }
        if (position.partition().partition() >= topic.partitions()) {
            return "topic " + name + " has " + topic.partitions() + " partitions, and the checkpoint has a position in"
                    + " partition " + position.partition().partition() + WAY_OUT;
        }
        return null;
    }

    private void offsets(AdminPort admin, List<KafkaPosition> positions, List<String> problems) {
        Set<TopicPartition> partitions =
                positions.stream().map(KafkaPosition::partition).collect(Collectors.toSet());
        Map<TopicPartition, Long> beginnings;
        Map<TopicPartition, Long> ends;
        Map<TopicPartition, Integer> epochs;
        try {
            beginnings = admin.offsets(partitions, Edge.BEGINNING);
            ends = admin.offsets(partitions, Edge.END);
            epochs = admin.leaderEpochs(partitions);
        } catch (RuntimeException e) {
            Set<String> names =
                    partitions.stream().map(TopicPartition::topic).collect(Collectors.toCollection(TreeSet::new));
            throw faults.of(Act.LOOK_UP_OFFSETS, String.join("', '", names), e);
        }
        for (KafkaPosition position : positions) {
            long beginning = beginnings.get(position.partition());
            long end = ends.get(position.partition());
            String place = "topic " + position.partition().topic() + ", partition "
                    + position.partition().partition();
            if (position.offset() < beginning) {
                long gap = beginning - position.offset();
                problems.add(place + ": offset " + position.offset() + " is wanted, but the partition begins at "
                        + beginning + ": " + gap + (gap == 1 ? " offset is gone" : " offsets are gone")
                        + " (" + position.offset() + " to " + (beginning - 1) + "), with at most as many records. They"
                        + " have expired or were deleted; a longer retention.ms keeps what an outage needs" + WAY_OUT);
            } else if (position.offset() > end) {
                problems.add(place + ": offset " + position.offset() + " is wanted, but the partition ends at " + end
                        + ": the broker has lost " + (position.offset() - end) + " offsets that were read already (an"
                        + " unclean leader election, or an older copy of its disk)" + WAY_OUT);
            } else if (epochs.getOrDefault(position.partition(), Integer.MAX_VALUE) < position.epoch()) {
                // A consumer would wait in silence for a leader of that epoch.
                problems.add(place + ": offset " + position.offset() + " was read under epoch " + position.epoch()
                        + " of its leaders, and the leader now has epoch " + epochs.get(position.partition())
                        + ": the cluster was set back to an older state, and what was written since is not what was read"
                        + WAY_OUT);
            }
        }
    }
}
