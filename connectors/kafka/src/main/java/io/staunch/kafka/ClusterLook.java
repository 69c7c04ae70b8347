package io.staunch.kafka;

import io.staunch.guarantee.Finding;
import io.staunch.guarantee.LookContext;
import io.staunch.kafka.port.AdminPort;
import io.staunch.kafka.port.AdminPort.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.apache.kafka.common.acl.AclOperation;
import org.jspecify.annotations.Nullable;

/** What a cluster is like, as far as a guarantee leans on it. Blocks; owned by the thread that looks. */
final class ClusterLook implements AutoCloseable {
    private static final String KEEP = "retention.ms";
    private static final String MIN_IN_SYNC = "min.insync.replicas";
    private static final int SAFE_COPIES = 3;

    /** In which the cluster keeps what it decides about transactions. */
    private static final String DECISIONS = "__transaction_state";

    /** Since then a request of a transaction that has ended can't enter the next one of its id (KIP-890). */
    private static final int SAFE_TRANSACTIONS = 2;

    private final AdminPort admin;
    private final KafkaFaults faults;
    private final LookContext context;
    private final List<Finding> found = new ArrayList<>();

    ClusterLook(LookContext context, ClientOptions client) {
        var cluster = new Cluster(context.environment(), client, "staunch-" + context.job() + "-look");
        this.context = context;
        faults = cluster.faults();
        admin = cluster.admin(SourceRules.DEFAULTS);
    }

    /** Topics that are read. */
    ClusterLook input(Collection<String> names) {
        each(names, Act.LOOK_UP_INPUT, AclOperation.READ, topic -> {
            settings(topic.name(), config -> {
                copies(topic, config);
                kept(topic.name(), config);
                if (compacted(config)) {
                    seen("topic '" + topic.name() + "' is compacted: records that newer ones of their key have"
                            + " replaced are not read");
                }
            });
        });
        return this;
    }

    /** Topics that are written to. */
    ClusterLook output(Collection<String> names) {
        each(names, Act.LOOK_UP_OUTPUT, AclOperation.WRITE, topic -> {
            settings(topic.name(), config -> {
                copies(topic, config);
                if (compacted(config)) {
                    seen("topic '" + topic.name() + "' is compacted: who reads it late finds only the last record of"
                            + " each key");
                }
            });
        });
        return this;
    }

    /** Topics that a function chooses can't be looked at. */
    ClusterLook chosen() {
        found.add(Finding.notSeen(
                "topics are chosen for each record: each is looked at before its first one, but not here", null));
        return this;
    }

    /**
     * What transactions lean on.
     *
     * @param deadline how long one may be open
     * @param ledgerCopies of the ledger's topic when it is made; 0 for as many as there are brokers, at most 3
     */
    ClusterLook transactions(Duration deadline, int ledgerCopies) {
        ledger(ledgerCopies);
        version();
        longEnough(deadline);
        Map<String, String> config;
        try {
            config = admin.brokerConfig(admin.brokers().get(0));
        } catch (RuntimeException e) {
            notSeen(Act.LOOK_UP_CLUSTER, "", e);
            return this;
        }
        long most = number(config, "transaction.max.timeout.ms", Long.MAX_VALUE);
        if (most < deadline.toMillis()) {
            failed(
                    "a transaction may be open for " + deadline.toMillis() + " ms, and the broker allows " + most
                            + " (transaction.max.timeout.ms)",
                    "lower transactionTimeout(...), checkpointEvery or checkpointTimeout, or raise the broker's maximum");
        } else {
            seen("a transaction may be open for " + deadline.toMillis() + " ms, of " + most
                    + " that the broker allows (transaction.max.timeout.ms)");
        }
        decisions(config);
        return this;
    }

    /** A start is refused otherwise. */
    private void longEnough(Duration deadline) {
        Duration needed = context.checkpointEvery().plus(context.checkpointTimeout());
        if (deadline.compareTo(needed) <= 0) {
            failed(
                    "a transaction is aborted after " + deadline + ", and an interval of " + context.checkpointEvery()
                            + " with a checkpoint of up to " + context.checkpointTimeout() + " may keep it open for "
                            + needed,
                    "set transactionTimeout(...) above that, or lower checkpointEvery or checkpointTimeout");
        }
    }

    List<Finding> findings() {
        return List.copyOf(found);
    }

    @Override
    public void close() {
        admin.close();
    }

    private void each(Collection<String> names, Act act, AclOperation operation, Consumer<Topic> look) {
        Map<String, Topic> topics;
        try {
            topics = admin.topics(names);
        } catch (RuntimeException e) {
            notSeen(act, String.join("', '", names), e);
            return;
        }
        for (String name : names) {
            Topic topic = topics.get(name);
            if (topic == null) {
                failed(faults.noTopic(name), "make it before the start");
                continue;
            }
            rights(topic, operation);
            look.accept(topic);
        }
    }

    private void rights(Topic topic, AclOperation... wanted) {
        List<AclOperation> refused = topic.refused(wanted);
        if (!refused.isEmpty()) {
            failed("topic '" + topic.name() + "' may not be used by this user", faults.missing(refused, topic.name()));
        }
    }

    private void settings(String topic, Consumer<Map<String, String>> look) {
        Map<String, String> config;
        try {
            config = admin.topicConfig(topic);
        } catch (RuntimeException e) {
            notSeen(Act.TOPIC_SETTINGS, topic, e);
            return;
        }
        look.accept(config);
    }

    /** What is acknowledged has to survive a broker. */
    private void copies(Topic topic, Map<String, String> config) {
        String name = topic.name();
        int copies = topic.replicationFactor();
        if (copies == 1) {
            failed(
                    "topic '" + name + "' has one copy: what is acknowledged is lost with the disk of one broker",
                    "give it " + SAFE_COPIES + " copies (kafka-reassign-partitions.sh), and min.insync.replicas=2");
            return;
        }
        long needed = number(config, MIN_IN_SYNC, 1);
        if (needed < 2) {
            failed(
                    "topic '" + name + "' has " + copies + " copies, and a record is acknowledged when one broker has"
                            + " it (min.insync.replicas=" + needed + ")",
                    alter(name, "min.insync.replicas=2"));
        } else if (needed > copies) {
            failed(
                    "topic '" + name + "' has " + copies + " copies, and takes a record only when " + needed
                            + " brokers have it (min.insync.replicas): it takes none",
                    alter(name, MIN_IN_SYNC + "=2"));
        } else {
            seen("topic '" + name + "' has " + copies + " copies, and a record is acknowledged when " + needed
                    + " brokers have it");
        }
        if (Boolean.parseBoolean(config.getOrDefault("unclean.leader.election.enable", "false"))) {
            failed(
                    "topic '" + name + "' may be led by a broker that lacks records which were acknowledged"
                            + " (unclean.leader.election.enable=true)",
                    alter(name, "unclean.leader.election.enable=false"));
        }
    }

    /** What is not read yet has to outlast an outage. */
    private void kept(String name, Map<String, String> config) {
        if (!config.getOrDefault("cleanup.policy", "delete").contains("delete")) {
            seen("topic '" + name + "' deletes nothing by age");
            return;
        }
        long forMs = number(config, KEEP, -1);
        long outageMs = context.outage().toMillis();
        if (forMs >= 0 && forMs < outageMs) {
            failed(
                    "topic '" + name + "' keeps records for " + Duration.ofMillis(forMs)
                            + ", which is shorter than an outage of " + context.outage() + ": what is not read by then"
                            + " is gone",
                    alter(name, KEEP + "=" + outageMs));
        } else {
            boolean byWriters =
                    !config.getOrDefault("message.timestamp.type", "CreateTime").equals("LogAppendTime");
            seen("topic '" + name + "' keeps records " + (forMs < 0 ? "for ever" : "for " + Duration.ofMillis(forMs))
                    + (forMs >= 0 && byWriters ? " from the time that their writers give them" : "")
                    + ", and an outage may last " + context.outage());
        }
        long bytes = number(config, "retention.bytes", -1);
        if (bytes >= 0) {
            found.add(Finding.notSeen(
                    "topic '" + name + "' also deletes what is more than " + bytes
                            + " bytes of a partition: how soon that is depends on what is written",
                    alter(name, "retention.bytes=-1")));
        }
    }

    private void ledger(int copiesWanted) {
        String name = LedgerTopic.name(context.job());
        Topic topic;
        int brokers;
        try {
            topic = admin.topics(List.of(name)).get(name);
            brokers = admin.brokers().size();
        } catch (RuntimeException e) {
            notSeen(Act.LOOK_UP_LEDGER, name, e);
            return;
        }
        if (topic != null) {
            rights(topic, AclOperation.READ, AclOperation.WRITE, AclOperation.DESCRIBE_CONFIGS);
            settings(name, config -> copies(topic, config));
            return;
        }
        int copies = copiesWanted > 0 ? copiesWanted : Math.min(SAFE_COPIES, brokers);
        if (copies > brokers) {
            failed(
                    "the ledger topic '" + name + "' can't be made with " + copies + " copies: there are " + brokers
                            + " brokers",
                    "ledgerReplication(" + Math.min(SAFE_COPIES, brokers) + "), or start more brokers");
        } else if (copies == 1) {
            failed(
                    "the ledger topic '" + name + "' will be made with one copy: a start is refused once it is lost",
                    brokers < 2
                            ? "run more than one broker"
                            : "ledgerReplication(" + Math.min(SAFE_COPIES, brokers) + ")");
        } else {
            made(name, copies);
        }
    }

    /** Of one that is not there yet: the job leaves it to the brokers how many must have what is acknowledged. */
    private void made(String name, int copies) {
        long needed;
        try {
            needed = number(admin.brokerConfig(admin.brokers().get(0)), MIN_IN_SYNC, 1);
        } catch (RuntimeException e) {
            notSeen(Act.LOOK_UP_CLUSTER, "", e);
            return;
        }
        String told = "the ledger topic '" + name + "' will be made with " + copies
                + " copies, and an entry is acknowledged when "
                + (needed < 2 ? "one broker has it" : needed + " have it")
                + " (min.insync.replicas at the brokers)";
        if (needed < 2) {
            failed(
                    told,
                    "min.insync.replicas=2 at the brokers, or once it is made: "
                            + alter(name, "min.insync.replicas=2"));
        } else {
            seen(told);
        }
    }

    private void version() {
        OptionalInt version;
        try {
            version = admin.transactionVersion();
        } catch (RuntimeException e) {
            notSeen(Act.LOOK_UP_CLUSTER, "", e);
            return;
        }
        if (version.isEmpty()) {
            found.add(Finding.notSeen(
                    "the cluster does not say its transaction.version", "use brokers of Kafka 4.0 or later"));
        } else if (version.getAsInt() < SAFE_TRANSACTIONS) {
            failed(
                    "transaction.version is " + version.getAsInt()
                            + ": a request that arrives late can enter the next transaction of its id",
                    "kafka-features.sh --bootstrap-server " + faults.servers()
                            + " upgrade --feature transaction.version=" + SAFE_TRANSACTIONS);
        } else {
            seen("transaction.version is " + version.getAsInt());
        }
    }

    /** The topic keeps the copies with which it was made, whatever the brokers' settings are now; these count until it is there. */
    private void decisions(Map<String, String> broker) {
        Topic topic;
        try {
            topic = admin.topics(List.of(DECISIONS)).get(DECISIONS);
        } catch (RuntimeException e) {
            notSeen(Act.LOOK_UP_DECISIONS, DECISIONS, e);
            return;
        }
        if (topic == null) {
            decisions(
                    number(broker, "transaction.state.log.replication.factor", 1),
                    number(broker, "transaction.state.log.min.isr", 1),
                    "transaction.state.log.replication.factor=3 and transaction.state.log.min.isr=2 at the brokers");
        } else {
            settings(
                    DECISIONS,
                    config -> decisions(
                            topic.replicationFactor(),
                            number(config, MIN_IN_SYNC, 1),
                            "give topic '" + DECISIONS + "' " + SAFE_COPIES
                                    + " copies (kafka-reassign-partitions.sh), which the brokers' settings no longer do, and "
                                    + alter(DECISIONS, MIN_IN_SYNC + "=2")));
        }
    }

    private void decisions(long copies, long needed, String remedy) {
        if (copies < 2 || needed < 2) {
            failed(
                    "what the cluster decides about transactions is kept in " + copies + " copies, of which " + needed
                            + " must have it: a commit can be lost with one broker",
                    remedy);
        } else {
            seen("what the cluster decides about transactions is kept in " + copies + " copies, of which " + needed
                    + " must have it");
        }
    }

    private static boolean compacted(Map<String, String> config) {
        return config.getOrDefault("cleanup.policy", "delete").contains("compact");
    }

    private static long number(Map<String, String> config, String name, long otherwise) {
        @Nullable String value = config.get(name);
        return value == null ? otherwise : Long.parseLong(value.strip());
    }

    private String alter(String topic, String setting) {
        return "kafka-configs.sh --bootstrap-server " + faults.servers() + " --alter --topic " + topic
                + " --add-config " + setting;
    }

    private void seen(String told) {
        found.add(Finding.seen(told));
    }

    private void failed(String told, String remedy) {
        found.add(Finding.failed(told, remedy));
    }

    private void notSeen(Act act, String subject, RuntimeException e) {
        found.add(Finding.notSeen(faults.of(act, subject, e).getMessage(), null));
    }
}
