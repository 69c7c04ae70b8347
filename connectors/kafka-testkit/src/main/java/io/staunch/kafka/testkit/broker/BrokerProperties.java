package io.staunch.kafka.testkit.broker;

import static io.staunch.kafka.testkit.broker.LoopbackPorts.HOST;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Kafka's {@code server.properties} for one node: a pure function of what the caller asked for and of what the kit
 * decided.
 *
 * <p>Listeners: CLIENT for clients, secured or not; ADMIN for the administrator and other brokers; CONTROLLER for the
 * metadata quorum. ADMIN and CONTROLLER ask nobody for a name, so whoever comes that way is {@code User:ANONYMOUS},
 * and in a secured broker that is the super user.
 */
final class BrokerProperties {
    /** Names that can't be overridden, since the rest of the kit relies on them. */
    static final Set<String> DECIDED_BY_THE_KIT = Set.of(
            "node.id",
            "broker.id",
            "process.roles",
            "log.dir",
            "log.dirs",
            "metadata.log.dir",
            "listeners",
            "advertised.listeners",
            "listener.security.protocol.map",
            "inter.broker.listener.name",
            "controller.listener.names",
            "controller.quorum.voters",
            "controller.quorum.bootstrap.servers");

    private BrokerProperties() {}

    static Map<String, String> of(BrokerSettings settings, BrokerNode node, BrokerFolder folder) {
        Map<String, String> all = new TreeMap<>();
        place(all, settings, node, folder);
        restartFast(all);
        staySmall(all, Math.min(3, node.voters().size()));
        if (settings.secured()) {
            secure(all, Certificates.in(folder.certificates()));
        }
        all.putAll(settings.overrides());
        return all;
    }

    private static void place(Map<String, String> all, BrokerSettings settings, BrokerNode node, BrokerFolder folder) {
        int advertised = settings.advertisedPort() == 0 ? node.clientPort() : settings.advertisedPort();
        all.put("node.id", String.valueOf(node.id()));
        all.put("process.roles", "broker,controller");
        all.put("log.dirs", folder.data().toString());
        all.put(
                "listeners",
                listener("CLIENT", node.clientPort()) + "," + listener("ADMIN", node.adminPort()) + ","
                        + listener("CONTROLLER", node.controllerPort()));
        all.put("advertised.listeners", listener("CLIENT", advertised) + "," + listener("ADMIN", node.adminPort()));
        all.put(
                "listener.security.protocol.map",
                "ADMIN:PLAINTEXT,CONTROLLER:PLAINTEXT,CLIENT:" + (settings.secured() ? "SASL_SSL" : "PLAINTEXT"));
        all.put("inter.broker.listener.name", "ADMIN");
        all.put("controller.listener.names", "CONTROLLER");
        // Static voters: their ports may change from one start to the next, stored ones could not.
        all.put(
                "controller.quorum.voters",
                new TreeMap<>(node.voters())
                        .entrySet().stream()
                                .map(voter -> voter.getKey() + "@" + HOST + ":" + voter.getValue())
                                .collect(Collectors.joining(",")));
    }

    /** By default a killed broker is only let in again after 13 seconds, when its old registration has expired. */
    private static void restartFast(Map<String, String> all) {
        all.put("broker.session.timeout.ms", "1500");
        all.put("broker.heartbeat.interval.ms", "250");
        all.put("controller.quorum.election.timeout.ms", "500");
        all.put("controller.quorum.fetch.timeout.ms", "1000");
        all.put("group.initial.rebalance.delay.ms", "0");
    }

    private static void staySmall(Map<String, String> all, int replicas) {
        String inSync = String.valueOf(Math.max(1, replicas - 1));
        for (String topic : Set.of("offsets.topic", "transaction.state.log", "share.coordinator.state.topic")) {
            all.put(topic + ".replication.factor", String.valueOf(replicas));
            all.put(topic + ".num.partitions", "3");
        }
        all.put("transaction.state.log.min.isr", inSync);
        all.put("share.coordinator.state.topic.min.isr", inSync);
        all.put("min.insync.replicas", inSync);
        all.put("default.replication.factor", String.valueOf(replicas));
        // A topic that nobody made is a mistake in a test, not an invitation.
        all.put("auto.create.topics.enable", "false");
        all.put("num.network.threads", "2");
        all.put("num.io.threads", "4");
        // 128 MiB of the heap by default.
        all.put("log.cleaner.dedupe.buffer.size", String.valueOf(4 * 1024 * 1024));
    }

    private static void secure(Map<String, String> all, Certificates certificates) {
        all.put("authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer");
        all.put("super.users", "User:ANONYMOUS");
        all.put("listener.name.client.sasl.enabled.mechanisms", "SCRAM-SHA-512");
        all.put(
                "listener.name.client.scram-sha-512.sasl.jaas.config",
                "org.apache.kafka.common.security.scram.ScramLoginModule required;");
        all.put("listener.name.client.ssl.keystore.type", "PKCS12");
        all.put(
                "listener.name.client.ssl.keystore.location",
                certificates.keyStore().toString());
        all.put("listener.name.client.ssl.keystore.password", Certificates.PASSWORD);
        all.put("listener.name.client.ssl.key.password", Certificates.PASSWORD);
    }

    private static String listener(String name, int port) {
        return name + "://" + HOST + ":" + port;
    }
}
