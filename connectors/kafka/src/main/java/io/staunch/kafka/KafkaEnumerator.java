package io.staunch.kafka;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.kafka.port.AdminPort;
import io.staunch.kafka.port.AdminPort.Edge;
import io.staunch.kafka.port.AdminPort.Topic;
import io.staunch.source.Split;
import io.staunch.source.SplitEnumerator;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AclOperation;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds partitions of the topics of a source, and notices when a topic is not the one it was. */
final class KafkaEnumerator implements SplitEnumerator {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaEnumerator.class);

    /** In a row, before a topic that was there counts as deleted. */
    private static final int MOST_MISSES = 3;

    private final List<String> names;
    private final StartPositions start;
    private final Supplier<AdminPort> admins;
    private final KafkaFaults faults;
    private final @Nullable MonitoringGroup group;
    private final Map<String, String> knownIds = new TreeMap<>();
    private @Nullable AdminPort admin;
    private int misses;

    KafkaEnumerator(
            List<String> names,
            StartPositions start,
            Supplier<AdminPort> admins,
            KafkaFaults faults,
            @Nullable MonitoringGroup group) {
        this.names = names;
        this.start = start;
        this.admins = admins;
        this.faults = faults;
        this.group = group;
    }

    @Override
    public List<Split> firstSplits() {
        List<Topic> topics = topics();
        topics.forEach(topic -> knownIds.put(topic.name(), topic.id()));
        Map<TopicPartition, Long> offsets = start.resolve(admin(), partitions(topics));
        return splits(topics, offsets, Set.of());
    }

    @Override
    public void verify(List<Split> restored) {
        List<KafkaPosition> positions = restored.stream().map(KafkaPosition::of).toList();
        Set<String> gone = positions.stream()
                .map(p -> p.partition().topic())
                .filter(topic -> !names.contains(topic))
                .collect(Collectors.toSet());
        if (!gone.isEmpty()) {
            throw fail("the checkpoint has positions in topics " + gone + ", which the source no longer reads " + names
                    + ": name them again, or give the source a new name");
        }
        new PositionCheck(admins, faults).verify(positions);
        positions.forEach(p -> knownIds.put(p.partition().topic(), p.topicId()));
    }

    /**
     * An answer that does not come is no error here: the next look finds what this one did not. Nor is a topic that is not to be seen, unless it
     * is missing several looks in a row: a broker that has just started does not know all topics yet.
     */
    @Override
    public List<Split> discover(List<String> known) {
        if (group != null) {
            group.catchUp(this::admin);
        }
        try {
            List<Topic> topics = topics();
            misses = 0;
            topics.forEach(this::checkIdentity);
            Set<String> have = new HashSet<>(known);
            List<TopicPartition> unknown = partitions(topics).stream()
                    .filter(partition -> !have.contains(KafkaPosition.id(partition)))
                    .toList();
            return unknown.isEmpty() ? List.of() : splits(topics, beginnings(unknown), have);
        } catch (TopicsMissing e) {
            if (++misses >= MOST_MISSES) {
                throw e;
            }
            LOG.warn("topics of {} are not to be seen, look {} of {}: {}", names, misses, MOST_MISSES, e.getMessage());
            return List.of();
        } catch (StaunchException e) {
            if (e.remedy() == Remedy.RETRY) {
                LOG.warn("no look at new partitions of {}: {}", names, e.getMessage());
                return List.of();
            }
            throw e;
        }
    }

    /** Topics that the cluster does not know. */
    private static final class TopicsMissing extends StaunchException {
        private static final long serialVersionUID = 1L;

        TopicsMissing(String message) {
            super(message, Remedy.FAIL_JOB);
        }
    }

    /**
     * A partition that came since is read from its beginning. If its topic is known, that is offset 0: records that
     * have expired before they were found are a gap that the reader must notice. Of a topic that was added to the
     * source it is the first record that is still there.
     */
    private Map<TopicPartition, Long> beginnings(List<TopicPartition> unknown) {
        Map<TopicPartition, Long> offsets = new TreeMap<>(StartPositions.ORDER);
        Set<TopicPartition> ofNewTopics =
                unknown.stream().filter(p -> !knownIds.containsKey(p.topic())).collect(Collectors.toSet());
        unknown.forEach(partition -> offsets.put(partition, 0L));
        if (!ofNewTopics.isEmpty()) {
            try {
                offsets.putAll(admin().offsets(ofNewTopics, Edge.BEGINNING));
            } catch (RuntimeException e) {
                throw faults.of(Act.LOOK_UP_OFFSETS, String.join("', '", names), e);
            }
        }
        return offsets;
    }

    private void checkIdentity(Topic topic) {
        String known = knownIds.get(topic.name());
        if (known != null && !known.equals(topic.id())) {
            throw fail("topic " + topic.name() + " was deleted and made anew while it was read: its id was " + known
                    + " and is " + topic.id() + " now, so its positions mean nothing. To read the new one, give the"
                    + " source a new name");
        }
    }

    private List<Split> splits(List<Topic> topics, Map<TopicPartition, Long> offsets, Set<String> without) {
        List<Split> splits = new ArrayList<>();
        for (Topic topic : topics) {
            for (TopicPartition partition : partitions(List.of(topic))) {
                if (!without.contains(KafkaPosition.id(partition))) {
                    splits.add(new KafkaPosition(partition, topic.id(), offsets.get(partition)).split());
                }
            }
            knownIds.put(topic.name(), topic.id());
        }
        return splits;
    }

    private static List<TopicPartition> partitions(Collection<Topic> topics) {
        List<TopicPartition> partitions = new ArrayList<>();
        for (Topic topic : topics) {
            for (int i = 0; i < topic.partitions(); i++) {
                partitions.add(new TopicPartition(topic.name(), i));
            }
        }
        return partitions;
    }

    /** All topics of the source, in the order in which it names them. */
    private List<Topic> topics() {
        Map<String, Topic> found;
        try {
            found = admin().topics(names);
        } catch (RuntimeException e) {
            throw faults.of(Act.LOOK_UP_INPUT, String.join("', '", names), e);
        }
        List<String> problems = new ArrayList<>();
        boolean missing = false;
        for (String name : names) {
            Topic topic = found.get(name);
            List<AclOperation> refused = topic == null ? List.of() : topic.refused(AclOperation.READ);
            if (topic == null) {
                missing = true;
                problems.add(faults.noTopic(name));
            } else if (!refused.isEmpty()) {
                problems.add(faults.missing(refused, name));
            }
        }
        if (!problems.isEmpty()) {
            String all = String.join("; ", problems);
            throw missing ? new TopicsMissing(all) : fail(all);
        }
        return names.stream().map(found::get).toList();
    }

    @Override
    public void settled(long checkpoint, List<Split> positions) {
        if (group != null) {
            group.settled(this::admin, positions);
        }
    }

    private AdminPort admin() {
        if (admin == null) {
            admin = admins.get();
        }
        return admin;
    }

    private static StaunchException fail(String message) {
        return new StaunchException(message, Remedy.FAIL_JOB);
    }

    @Override
    public void close() {
        if (admin != null) {
            admin.close();
            admin = null;
        }
    }
}
