package io.staunch.kafka.testkit.broker;

import java.util.Map;

/**
 * A broker's place in its cluster: what is decided once and stays over restarts.
 *
 * @param id the node's id
 * @param clusterId the id with which empty storage is formatted
 * @param clientPort where clients connect
 * @param adminPort where the administrator and other brokers connect, never with security
 * @param controllerPort where the metadata quorum talks
 * @param voters the controller port of each node of the quorum, by node id, this one included
 */
record BrokerNode(
        int id, String clusterId, int clientPort, int adminPort, int controllerPort, Map<Integer, Integer> voters) {
    BrokerNode {
        voters = Map.copyOf(voters);
        if (!Integer.valueOf(controllerPort).equals(voters.get(id))) {
            throw new IllegalArgumentException(
                    "Node %d has controller port %d, but the voters are %s".formatted(id, controllerPort, voters));
        }
    }

    /** The only node of a cluster of its own; {@code clientPort} 0 chooses a free one. */
    static BrokerNode alone(String clusterId, int clientPort) {
        int controllerPort = LoopbackPorts.free();
        return new BrokerNode(
                1,
                clusterId,
                clientPort == 0 ? LoopbackPorts.free() : clientPort,
                LoopbackPorts.free(),
                controllerPort,
                Map.of(1, controllerPort));
    }

    /**
     * Checks that this node can listen.
     *
     * @throws BrokerException naming the port that is taken
     */
    void requireFreePorts() {
        LoopbackPorts.requireFree(clientPort);
        LoopbackPorts.requireFree(adminPort);
        LoopbackPorts.requireFree(controllerPort);
    }
}
