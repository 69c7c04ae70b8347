package io.staunch.kafka.testkit.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BrokerPropertiesTest {
    private static final BrokerFolder FOLDER = new BrokerFolder(Path.of("/broker"), false);
    private static final BrokerNode ALONE = new BrokerNode(1, "cluster", 100, 101, 102, Map.of(1, 102));

    @Test
    void aLoneNodeKeepsOneCopyOfEverything() {
        Map<String, String> properties = BrokerProperties.of(BrokerSettings.defaults(), ALONE, FOLDER);
        assertThat(properties)
                .containsEntry("controller.quorum.voters", "1@127.0.0.1:102")
                .containsEntry("default.replication.factor", "1")
                .containsEntry("transaction.state.log.replication.factor", "1")
                .containsEntry("transaction.state.log.min.isr", "1");
    }

    @Test
    void threeNodesKeepThreeCopiesAndNeedTwo() {
        BrokerNode second = new BrokerNode(2, "cluster", 100, 101, 102, Map.of(1, 92, 2, 102, 3, 112));
        Map<String, String> properties = BrokerProperties.of(BrokerSettings.defaults(), second, FOLDER);
        assertThat(properties)
                .containsEntry("node.id", "2")
                .containsEntry("controller.quorum.voters", "1@127.0.0.1:92,2@127.0.0.1:102,3@127.0.0.1:112")
                .containsEntry("offsets.topic.replication.factor", "3")
                .containsEntry("min.insync.replicas", "2");
    }

    @Test
    void overridesWin() {
        BrokerSettings settings = BrokerSettings.defaults()
                .withOverride("broker.session.timeout.ms", "9000")
                .withOverride("auto.create.topics.enable", "true");
        assertThat(BrokerProperties.of(settings, ALONE, FOLDER))
                .containsEntry("broker.session.timeout.ms", "9000")
                .containsEntry("auto.create.topics.enable", "true");
    }

    @Test
    void clientsAreSentToTheAdvertisedPort() {
        BrokerSettings settings = BrokerSettings.defaults().withAdvertisedPort(200);
        assertThat(BrokerProperties.of(settings, ALONE, FOLDER))
                .containsEntry("listeners", "CLIENT://127.0.0.1:100,ADMIN://127.0.0.1:101,CONTROLLER://127.0.0.1:102")
                .containsEntry("advertised.listeners", "CLIENT://127.0.0.1:200,ADMIN://127.0.0.1:101");
    }

    @Test
    void onlyClientsMeetSecurity() {
        assertThat(BrokerProperties.of(BrokerSettings.defaults().withSecurity(), ALONE, FOLDER))
                .containsEntry("listener.security.protocol.map", "ADMIN:PLAINTEXT,CONTROLLER:PLAINTEXT,CLIENT:SASL_SSL")
                .containsEntry("super.users", "User:ANONYMOUS");
    }
}
