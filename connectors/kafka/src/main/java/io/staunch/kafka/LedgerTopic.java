package io.staunch.kafka;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.kafka.port.AdminPort;
import io.staunch.kafka.port.AdminPort.Topic;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The topic of a job's commit ledger: made by the job itself if there is none, and looked at on each start. The job's
 * own, so that no transaction of another job can hold back its reading. Compacted in small segments, so that it stays
 * short at a hundred entries a second.
 */
final class LedgerTopic {
    private static final Logger LOG = LoggerFactory.getLogger(LedgerTopic.class);
    private static final int MOST_REPLICAS = 3;

    static final Map<String, String> CONFIG = Map.of(
            "cleanup.policy", "compact",
            "segment.bytes", Integer.toString(1 << 20),
            "min.cleanable.dirty.ratio", "0.1",
            "delete.retention.ms", "60000",
            "unclean.leader.election.enable", "false");

    private LedgerTopic() {}

    static String name(String job) {
        return "staunch-ledger-" + job;
    }

    /** The ledger topic as it is now. Blocks. */
    static Topic require(String job, AdminPort admin, KafkaFaults faults) {
        Topic topic = find(name(job), admin, faults);
        if (topic == null) {
            throw faults.of(Act.LOOK_UP_LEDGER, name(job), new UnknownTopicOrPartitionException());
        }
        return topic;
    }

    /**
     * The ledger topic, made now if it is missing, and fit for what it is for. Blocks.
     *
     * @param replication copies of a new one; 0 for as many as there are brokers, at most 3
     */
    static Topic ensure(String job, int replication, AdminPort admin, KafkaFaults faults) {
        String name = name(job);
        Topic topic = find(name, admin, faults);
        if (topic == null) {
            create(name, replication, admin, faults);
            topic = awaited(name, admin, faults);
        }
        check(topic, admin, faults);
        return topic;
    }

    private static @Nullable Topic find(String name, AdminPort admin, KafkaFaults faults) {
        try {
            return admin.topics(List.of(name)).get(name);
        } catch (RuntimeException e) {
            throw faults.of(Act.LOOK_UP_LEDGER, name, e);
        }
    }

    private static Topic awaited(String name, AdminPort admin, KafkaFaults faults) {
        try {
            admin.awaitTopic(name);
        } catch (RuntimeException e) {
            throw faults.of(Act.LOOK_UP_LEDGER, name, e);
        }
        Topic topic = find(name, admin, faults);
        if (topic == null) {
            throw new StaunchException(
                    "the ledger topic '" + name + "' was made, but the brokers at " + faults.servers()
                            + " do not show it yet. Look whether they are busy with other topics",
                    Remedy.RETRY);
        }
        return topic;
    }

    private static void create(String name, int replication, AdminPort admin, KafkaFaults faults) {
        try {
            int copies = replication > 0
                    ? replication
                    : Math.min(MOST_REPLICAS, admin.brokers().size());
            admin.createTopic(name, 1, copies, CONFIG);
            LOG.info("made the ledger topic '{}' at {} with {} replicas", name, faults.servers(), copies);
        } catch (TopicExistsException e) {
            LOG.info("the ledger topic '{}' at {} was made by somebody else meanwhile", name, faults.servers());
        } catch (RuntimeException e) {
            throw faults.of(Act.CREATE_TOPIC, name, e);
        }
    }

    /** Its rights too: reading is not needed before there is something to read, and a restart is too late to miss it. */
    private static void check(Topic topic, AdminPort admin, KafkaFaults faults) {
        List<AclOperation> refused =
                topic.refused(AclOperation.READ, AclOperation.WRITE, AclOperation.DESCRIBE_CONFIGS);
        if (!refused.isEmpty()) {
            throw new StaunchException(faults.missing(refused, topic.name()), Remedy.FAIL_JOB);
        }
        Map<String, String> config;
        try {
            config = admin.topicConfig(topic.name());
        } catch (RuntimeException e) {
            throw faults.of(Act.TOPIC_SETTINGS, topic.name(), e);
        }
        List<String> problems = new ArrayList<>();
        if (topic.partitions() != 1) {
            problems.add("it has " + topic.partitions() + " partitions, and must have 1");
        }
        demand(config, "cleanup.policy", "compact", "else entries would expire", topic, faults, problems);
        demand(
                config,
                "unclean.leader.election.enable",
                "false",
                "else entries could be lost",
                topic,
                faults,
                problems);
        if (!problems.isEmpty()) {
            throw new StaunchException(
                    "the ledger topic '" + topic.name() + "' at " + faults.servers() + " can't be trusted: "
                            + String.join("; ", problems),
                    Remedy.FAIL_JOB);
        }
    }

    private static void demand(
            Map<String, String> config,
            String setting,
            String wanted,
            String reason,
            Topic topic,
            KafkaFaults faults,
            List<String> problems) {
        String found = config.getOrDefault(setting, wanted);
        if (!found.equals(wanted)) {
            problems.add("its " + setting + " is " + found + " and must be " + wanted + ", " + reason
                    + " (kafka-configs.sh --bootstrap-server " + faults.servers() + " --alter --topic " + topic.name()
                    + " --add-config " + setting + "=" + wanted + ")");
        }
    }
}
