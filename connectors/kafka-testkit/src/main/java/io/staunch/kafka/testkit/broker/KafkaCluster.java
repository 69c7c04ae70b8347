package io.staunch.kafka.testkit.broker;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.Uuid;

/**
 * Several real Kafka brokers that are one cluster, each in a child JVM and each a controller as well. Topics have as many copies as there are
 * nodes, at most three, and need all but one of them in sync ({@code min.insync.replicas}), unless the settings say otherwise. Each node
 * can be killed, restarted and stalled by itself: see {@link #node}.
 *
 * <p>With three nodes one may be down. Safe for use by any thread.
 */
public final class KafkaCluster implements AutoCloseable {
    private final List<KafkaBroker> nodes;

    private KafkaCluster(List<KafkaBroker> nodes) {
        this.nodes = List.copyOf(nodes);
    }

    /**
     * Starts a cluster and waits until every node serves clients. If it can't, nothing is left of it but a folder that was given.
     *
     * @param number of nodes; their ids are 1, 2 and so on
     * @param settings of each node; a folder gets one sub-folder for each, and ports are chosen
     * @throws IllegalArgumentException if there is to be no node, or if the settings fix a port
     * @throws BrokerException if a broker ends or is not ready in time
     */
    public static KafkaCluster start(int number, BrokerSettings settings) {
        if (number < 1) {
            throw new IllegalArgumentException("A Kafka cluster needs a node; asked for were " + number);
        }
        if (settings.port() != 0 || settings.advertisedPort() != 0) {
            throw new IllegalArgumentException("A port is for one broker: leave withPort and withAdvertisedPort out");
        }
        Map<Integer, Integer> voters = new HashMap<>();
        for (int id = 1; id <= number; id++) {
            voters.put(id, LoopbackPorts.free());
        }
        String clusterId = Uuid.randomUuid().toString();
        List<KafkaBroker> nodes = new ArrayList<>();
        voters.forEach((id, controllerPort) -> nodes.add(new KafkaBroker(
                ofNode(settings, id),
                new BrokerNode(id, clusterId, LoopbackPorts.free(), LoopbackPorts.free(), controllerPort, voters))));
        var cluster = new KafkaCluster(nodes);
        try {
            nodes.forEach(KafkaBroker::launch);
            nodes.forEach(KafkaBroker::awaitReady);
            return cluster;
        } catch (RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    private static BrokerSettings ofNode(BrokerSettings settings, int id) {
        Path folder = settings.folder();
        return folder == null ? settings : settings.withFolder(folder.resolve("node-" + id));
    }

    /** The nodes, in the order of their ids. */
    public List<KafkaBroker> nodes() {
        return nodes;
    }

    /**
     * One node.
     *
     * @param id from 1
     */
    public KafkaBroker node(int id) {
        return nodes.get(id - 1);
    }

    /** Host and port of every node, for clients. The same over restarts. */
    public String bootstrapServers() {
        return nodes.stream().map(KafkaBroker::bootstrapServers).collect(Collectors.joining(","));
    }

    /**
     * What a client needs to connect to a cluster without security; a map of the caller's own, to add to.
     *
     * @throws IllegalStateException if the cluster is secured
     */
    public Map<String, Object> clientProperties() {
        Map<String, Object> properties = nodes.get(0).clientProperties();
        properties.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers());
        return properties;
    }

    /** A new client with every right, for the caller to close. It connects by any node that is up. */
    public Admin admin() {
        Map<String, Object> properties = nodes.get(0).adminProperties();
        properties.put(
                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
                nodes.stream()
                        .map(node ->
                                String.valueOf(node.adminProperties().get(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG)))
                        .collect(Collectors.joining(",")));
        return Admin.create(properties);
    }

    /**
     * Makes a topic. When this returns, clients of a node that is up see it, whichever node they ask, and each of its
     * partitions takes records.
     */
    public void createTopic(String name, int partitions) {
        nodes.stream()
                .filter(KafkaBroker::isAlive)
                .findFirst()
                .orElse(nodes.get(0))
                .createTopic(name, partitions);
        nodes.stream().filter(KafkaBroker::isAlive).forEach(node -> node.awaitTopic(name));
    }

    /** Kills all nodes and deletes temporary folders. Closing again does nothing. */
    @Override
    public void close() {
        nodes.forEach(KafkaBroker::close);
    }
}
