package io.staunch.verification.kafka;

import io.staunch.environment.Environment;
import io.staunch.kafka.KafkaSink;
import io.staunch.kafka.testkit.broker.KafkaBroker;
import io.staunch.runtime.environment.LocalEnvironment;
import io.staunch.sink.RereadSink;
import io.staunch.testkit.contract.LeadContract;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/** The lead keeps its contract, on a real broker. */
@Timeout(120)
class KafkaLeadContractIT extends LeadContract {
    private static final String TOPIC = "out";

    private static KafkaBroker broker;

    @BeforeAll
    static void startBroker() {
        broker = KafkaBroker.start();
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @BeforeEach
    void createTopic() {
        broker.createTopic(TOPIC, 2);
    }

    /** The ledgers too: each test begins with nothing. */
    @AfterEach
    void deleteTopics() throws Exception {
        closeAll();
        Topics.deleteAll(broker);
    }

    @Override
    protected RereadSink<String, ?> sink() {
        return KafkaSink.strings()
                .bootstrapServers(broker.bootstrapServers())
                .topic(TOPIC)
                .key(record -> record.substring(0, record.indexOf(':')));
    }

    @Override
    protected Environment environment() {
        return new LocalEnvironment();
    }

    @Override
    protected List<String> committed() {
        return Topics.committed(broker, TOPIC);
    }
}
