package io.staunch.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.guarantee.Guarantee;
import io.staunch.secret.Secret;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.time.Duration;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

/** Sources and sinks as values: what they say of themselves, and that they can be shipped. */
class DescriptionsTest {
    private static final Secret SECRET = Secret.of(() -> "hunter2");

    private final KafkaSource<KafkaRecord<String, Long>> source = KafkaSource.of(
                    StringDeserializer.class, LongDeserializer.class)
            .bootstrapServers("b:2,a:1")
            .topics("flights", "airports")
            .startFrom(StartFrom.latest())
            .groupForMonitoring("watch")
            .property("sasl.mechanism", "hunter3")
            .secret("sasl.jaas.config", SECRET);

    private final KafkaSink<String> sink = KafkaSink.strings()
            .bootstrapServers("b:2,a:1")
            .topic("totals")
            .property("sasl.mechanism", "hunter3")
            .secret("sasl.jaas.config", SECRET);

    @Test
    void aSourceSaysWhatItReadsAndNoValueOfASetting() {
        assertThat(source.description()).isEqualTo("kafka topics flights, airports at a:1,b:2");
        assertThat(source.toString())
                .isEqualTo("KafkaSource of topics flights, airports at a:1,b:2, properties [sasl.mechanism], secrets"
                        + " {sasl.jaas.config=supplier}, start from latest, group for monitoring watch");
    }

    @Test
    void aSinkSaysWhatItWritesAndNoValueOfASetting() {
        assertThat(sink.description()).isEqualTo("kafka topic totals at a:1,b:2");
        assertThat(sink.toString())
                .isEqualTo("KafkaSink to topic totals at a:1,b:2, properties [sasl.mechanism], secrets"
                        + " {sasl.jaas.config=supplier}, exactly once");
        assertThat(sink.atLeastOnce().toString()).endsWith("at least once").doesNotContain("hunter");
    }

    @Test
    void theOffersFollowFromTheForm() {
        assertThat(source.offer().level()).isEqualTo(Guarantee.EXACTLY_ONCE);
        assertThat(sink.offer().level()).isEqualTo(Guarantee.EXACTLY_ONCE);
        assertThat(sink.atLeastOnce().offer().level()).isEqualTo(Guarantee.AT_LEAST_ONCE);
        assertThat(sink.atLeastOnce().offer().remedy()).contains("without atLeastOnce()");
    }

    @Test
    void nothingIsMissingFromACompleteOne() {
        assertThat(source.problems()).isEmpty();
        assertThat(sink.problems()).isEmpty();
        assertThat(sink.atLeastOnce().problems()).isEmpty();
    }

    /** Only made by a function. */
    public static final class Picky implements Deserializer<String> {
        public Picky(String argument) {}

        @Override
        public String deserialize(String topic, byte[] data) {
            return "";
        }
    }

    @Test
    void allThatIsMissingIsToldAtOnce() {
        assertThat(KafkaSource.values(Picky.class)
                        .topics("a b", "a b")
                        .groupForMonitoring(" ")
                        .problems())
                .hasSize(6)
                .anyMatch(p -> p.contains("bootstrapServers"))
                .anyMatch(p -> p.contains("'a b' is no name"))
                .anyMatch(p -> p.contains("named twice"))
                .anyMatch(p -> p.contains("groupForMonitoring"))
                .anyMatch(p -> p.contains("no public constructor without arguments"));
        assertThat(KafkaSink.json(String.class)
                        .transactionTimeout(Duration.ZERO)
                        .ledgerReplication(-1)
                        .problems())
                .hasSize(4)
                .anyMatch(p -> p.contains("no topic is given"))
                .anyMatch(p -> p.contains("transactionTimeout"))
                .anyMatch(p -> p.contains("ledgerReplication"));
        assertThat(sink.transactionTimeout(Duration.ofMinutes(1)).atLeastOnce().problems())
                .singleElement()
                .asString()
                .contains("has no transactions");
    }

    @Test
    void bothCanBeShippedToAnotherProcess() throws Exception {
        assertThat(shipped(source).toString()).isEqualTo(source.toString());
        assertThat(shipped(sink.key(v -> v, StringSerializer::new).partitioner((v, n) -> 0))
                        .toString())
                .isEqualTo(sink.toString());
    }

    private static Object shipped(Object value) throws Exception {
        var bytes = new ByteArrayOutputStream();
        try (var out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
        }
        try (var in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return in.readObject();
        }
    }
}
