package io.staunch.kafka.testkit.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class KafkaClusterIT {
    @Test
    void whatWasAcknowledgedSurvivesTheDeathOfEachNodeInTurn() throws Exception {
        try (KafkaCluster cluster = KafkaCluster.start(3, BrokerSettings.defaults())) {
            cluster.createTopic("kept", 4);
            Map<String, Object> client = cluster.clientProperties();
            try (Admin admin = cluster.admin()) {
                TopicDescription topic = admin.describeTopics(List.of("kept"))
                        .allTopicNames()
                        .get()
                        .get("kept");
                assertThat(topic.partitions())
                        .hasSize(4)
                        .allSatisfy(
                                partition -> assertThat(partition.replicas()).hasSize(3));
            }
            List<String> written = new ArrayList<>();
            for (KafkaBroker node : cluster.nodes()) {
                node.kill();
                String value = "without " + node.bootstrapServers();
                Topics.write(client, "kept", value);
                written.add(value);
                assertThat(Topics.read(client, "kept", 4)).containsExactlyInAnyOrderElementsOf(written);
                node.restart();
                awaitInSync(cluster, "kept");
            }
            assertThat(Topics.read(client, "kept", 4)).containsExactlyInAnyOrderElementsOf(written);
        }
    }

    /** The next node may only be killed when this one has caught up. */
    private static void awaitInSync(KafkaCluster cluster, String topic) throws Exception {
        try (Admin admin = cluster.admin()) {
            boolean all = false;
            while (!all) {
                TopicDescription now = admin.describeTopics(List.of(topic))
                        .allTopicNames()
                        .get()
                        .get(topic);
                all = now.partitions().stream()
                        .allMatch(partition -> partition.isr().size() == 3);
            }
        }
    }

    @Test
    void aClusterHasANodeAndNoFixedPort() {
        assertThatThrownBy(() -> KafkaCluster.start(0, BrokerSettings.defaults()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("asked for were 0");
        assertThatThrownBy(() -> KafkaCluster.start(3, BrokerSettings.defaults().withPort(9092)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("withPort");
    }
}
