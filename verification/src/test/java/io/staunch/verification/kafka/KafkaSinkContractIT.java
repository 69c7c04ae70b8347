package io.staunch.verification.kafka;

import io.staunch.environment.Environment;
import io.staunch.kafka.KafkaSink;
import io.staunch.kafka.testkit.broker.KafkaBroker;
import io.staunch.runtime.environment.LocalEnvironment;
import io.staunch.sink.FlushingSink;
import io.staunch.testkit.contract.SinkContract;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/** The sink without transactions keeps its contract, on a real broker. */
@Timeout(120)
class KafkaSinkContractIT extends SinkContract {
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private static KafkaBroker broker;

    private final String topic = "sink" + NUMBER.incrementAndGet();

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
        broker.createTopic(topic, 2);
    }

    @Override
    protected FlushingSink<String, ?> sink() {
        return KafkaSink.strings()
                .bootstrapServers(broker.bootstrapServers())
                .topic(topic)
                .key(record -> record.substring(0, record.indexOf(':')))
                .atLeastOnce();
    }

    @Override
    protected Environment environment() {
        return new LocalEnvironment();
    }

    @Override
    protected List<String> written() {
        return Topics.committed(broker, topic);
    }
}
