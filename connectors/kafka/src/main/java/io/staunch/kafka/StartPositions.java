package io.staunch.kafka;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.kafka.port.AdminPort;
import io.staunch.kafka.port.AdminPort.Edge;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;

/** Turns what a source was told about its start into one offset per partition. */
final class StartPositions {
    static final Comparator<TopicPartition> ORDER =
            Comparator.comparing(TopicPartition::topic).thenComparingInt(TopicPartition::partition);

    private final StartFrom start;
    private final KafkaFaults faults;

    StartPositions(StartFrom start, KafkaFaults faults) {
        this.start = start;
        this.faults = faults;
    }

    /** Blocks. */
    Map<TopicPartition, Long> resolve(AdminPort admin, Collection<TopicPartition> partitions) {
        try {
            return switch (start.kind()) {
                case EARLIEST -> admin.offsets(partitions, Edge.BEGINNING);
                case LATEST -> admin.offsets(partitions, Edge.STABLE_END);
                case TIMESTAMP -> fromTimestamp(admin, partitions);
                case OFFSETS -> given(admin, partitions);
            };
        } catch (RuntimeException e) {
            Set<String> topics =
                    partitions.stream().map(TopicPartition::topic).collect(Collectors.toCollection(TreeSet::new));
            throw faults.of(Act.LOOK_UP_OFFSETS, String.join("', '", topics), e);
        }
    }

    /** The ends are looked up first: a record that comes between the two answers is then behind the end and is read. */
    private Map<TopicPartition, Long> fromTimestamp(AdminPort admin, Collection<TopicPartition> partitions) {
        Map<TopicPartition, Long> offsets = new HashMap<>(admin.offsets(partitions, Edge.STABLE_END));
        offsets.putAll(admin.offsetsAt(partitions, start.timestampMs()));
        return offsets;
    }

    private Map<TopicPartition, Long> given(AdminPort admin, Collection<TopicPartition> partitions) {
        Map<TopicPartition, Long> wanted = start.offsets();
        Map<TopicPartition, Long> beginnings = admin.offsets(partitions, Edge.BEGINNING);
        Map<TopicPartition, Long> ends = admin.offsets(partitions, Edge.END);
        List<String> problems = new ArrayList<>();
        for (TopicPartition partition : partitions.stream().sorted(ORDER).toList()) {
            Long offset = wanted.get(partition);
            String name = "partition " + KafkaPosition.id(partition);
            long beginning = beginnings.get(partition);
            long end = ends.get(partition);
            if (offset == null) {
                problems.add(name + " has no offset");
            } else if (offset < beginning || offset > end) {
                problems.add(name + " goes from " + beginning + " to " + end + ", not to " + offset);
            }
        }
        wanted.keySet().stream()
                .filter(partition -> !partitions.contains(partition))
                .sorted(ORDER)
                .forEach(partition -> problems.add("there is no partition " + KafkaPosition.id(partition)));
        if (!problems.isEmpty()) {
            throw new StaunchException("startFrom(offsets): " + String.join("; ", problems), Remedy.FAIL_JOB);
        }
        return wanted;
    }
}
