package io.staunch.verification.kafka;

import io.staunch.environment.Environment;
import io.staunch.kafka.KafkaSource;
import io.staunch.kafka.testkit.broker.KafkaBroker;
import io.staunch.runtime.environment.LocalEnvironment;
import io.staunch.source.Source;
import io.staunch.source.Split;
import io.staunch.testkit.contract.SourceContract;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/** The source keeps its contract, on a real broker. */
@Timeout(120)
class KafkaSourceContractIT extends SourceContract {
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private static KafkaBroker broker;

    private final String topic = "source" + NUMBER.incrementAndGet();

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
    protected Source<String> source() {
        return KafkaSource.strings()
                .bootstrapServers(broker.bootstrapServers())
                .topic(topic)
                .groupForMonitoring(topic);
    }

    @Override
    protected Environment environment() {
        return new LocalEnvironment();
    }

    @Override
    protected void append(int split, List<String> values) {
        Topics.append(broker, topic, split, values);
    }

    @Override
    protected boolean grow() {
        Topics.grow(broker, topic, 3);
        return true;
    }

    @Override
    protected boolean knowsLag() {
        return true;
    }

    @Override
    protected boolean expire(int split, int records) {
        Topics.deleteRecords(broker, topic, split, records);
        return true;
    }

    @Override
    protected boolean remake() {
        Topics.remake(broker, topic, 2);
        Topics.append(broker, topic, 0, List.of("a", "b", "c"));
        return true;
    }

    @Override
    protected int randomRounds() {
        return 10;
    }

    @Override
    protected List<String> told() {
        return Topics.groupOffsets(broker, topic);
    }

    @Override
    protected String called(Split split) {
        return "topic " + topic;
    }
}
