package io.staunch.verification.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.Pipeline;
import io.staunch.Stream;
import io.staunch.enrich.Enrichment;
import io.staunch.guarantee.Guarantee;
import io.staunch.kafka.KafkaSink;
import io.staunch.kafka.KafkaSource;
import io.staunch.kafka.port.KafkaClients;
import io.staunch.kafka.testkit.simulated.SimulatedKafkaKind;
import io.staunch.process.SideOutput;
import io.staunch.sink.RefusedRecord;
import io.staunch.testkit.outside.SimulatedService;
import io.staunch.testkit.simulation.Bounds;
import io.staunch.testkit.simulation.Simulation;
import io.staunch.testkit.simulation.oracle.Output;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Records that a topic does not take, in crashing worlds: each good one is there once, and each refused one is aside once, or passed over,
 * whoever finds out.
 */
class RefusedRecordsTest {
    private static final SideOutput<RefusedRecord<Sum>> REFUSED = SideOutput.named("refused");
    private static final int NUMBERS = 150;
    private static final int KEYS = 5;
    private static final String LIMIT = "700";

    record Number(int n) {}

    /** Too large for its topic whenever the sum is divisible by 7. */
    record Sum(int key, long sum, String pad) {
        Sum plus(Number number) {
            long next = sum + number.n();
            return new Sum(number.n() % KEYS, next, next % 7 == 0 ? "x".repeat(1000) : "");
        }
    }

    record Aside(int key, long sum) {}

    /** Who finds out that a record is too large. */
    private enum By {
        ENCODER("max.request.size", LIMIT),
        CONNECTION("linger.ms", "5"),
        /** What is compressed may become small enough: so it is left to the broker, and here it does not become smaller. */
        BROKER("compression.type", "lz4");

        private final String property;
        private final String value;

        By(String property, String value) {
            this.property = property;
            this.value = value;
        }

        KafkaSink<Sum> sums() {
            return KafkaSink.json(Sum.class)
                    .bootstrapServers("simulated:9092")
                    .property(property, value)
                    .topic("sums")
                    .key(sum -> "k" + sum.key());
        }

        KafkaSink<Aside> aside() {
            return KafkaSink.json(Aside.class)
                    .bootstrapServers("simulated:9092")
                    .property(property, value)
                    .topic("aside")
                    .key(aside -> "k" + aside.key());
        }
    }

    private static Pipeline pipeline(By by, boolean aside, boolean asked) {
        Pipeline pipeline = Pipeline.named("refused-records");
        KafkaSink<Sum> sink = by.sums();
        Stream<Sum> sums = pipeline.from(
                        "numbers",
                        KafkaSource.json(Number.class)
                                .bootstrapServers("simulated:9092")
                                .topic("numbers"))
                .keyByInt(number -> number.n() % KEYS)
                .fold("running", new Sum(0, 0, ""), Sum::plus)
                .values();
        Stream<Sum> out = asked ? sums.keyByInt(Sum::key).enrich("asked", asking()) : sums;
        out.to("sums", aside ? sink.refusedRecordsTo(REFUSED) : sink.skipRefusedRecords());
        if (aside) {
            pipeline.sideOutput("sums", REFUSED)
                    .map(refused ->
                            new Aside(refused.value().key(), refused.value().sum()))
                    .to("aside", by.aside());
        }
        return pipeline;
    }

    /** Slow, so that checkpoints are taken, and processes die, while records are in flight. */
    private static Enrichment<Sum, Sum> asking() {
        return Enrichment.orderedBy(
                        Sum.class,
                        SimulatedService.<Sum, Sum>answering(sum -> sum).within(Duration.ofMillis(8)))
                .inFlight(5);
    }

    private static SimulatedKafkaKind kafka(UnaryOperator<KafkaClients> between) {
        return new SimulatedKafkaKind((process, clients) -> between.apply(clients))
                .topic("sums", Map.of("max.message.bytes", LIMIT));
    }

    private static Simulation simulation(By by, boolean aside) {
        return simulation(by, aside, false);
    }

    private static Simulation simulation(By by, boolean aside, boolean asked) {
        Simulation simulation = Simulation.of(() -> pipeline(by, aside, asked))
                .only(kafka(clients -> clients))
                .feed(
                        "numbers",
                        IntStream.range(0, NUMBERS).mapToObj(Number::new).toList(),
                        n -> n.n() % KEYS)
                .capture("sums")
                .expect("sums", expected(false));
        return aside ? simulation.capture("aside").expect("aside", expected(true)) : simulation;
    }

    /** Computed by hand, so that nothing of the job can hide here. */
    private static List<Output> expected(boolean aside) {
        List<Output> outputs = new ArrayList<>();
        for (int key = 0; key < KEYS; key++) {
            var sum = new Sum(0, 0, "");
            for (int n = key; n < NUMBERS; n += KEYS) {
                sum = sum.plus(new Number(n));
                String json = "{\"key\":" + key + ",\"sum\":" + sum.sum();
                if (aside && !sum.pad().isEmpty()) {
                    outputs.add(new Output(0, "k" + key, json + "}"));
                } else if (!aside && sum.pad().isEmpty()) {
                    outputs.add(new Output(0, "k" + key, json + ",\"pad\":\"\"}"));
                }
            }
        }
        return outputs;
    }

    @ParameterizedTest
    @EnumSource
    void asideInTheSameTransactions(By by) {
        assertThat(expected(true)).hasSizeGreaterThan(10);
        simulation(by, true).seeds(100).expectExactlyOnce();
    }

    @ParameterizedTest
    @EnumSource
    void passedOver(By by) {
        simulation(by, false).seeds(50).expectExactlyOnce();
    }

    /** Its place is behind the positions of checkpoints in which it is in flight. */
    @Test
    void asideOrPassedOverThoughTheyWereInFlightInTheRestoredCheckpoint() {
        System.out.println(simulation(By.BROKER, true, true).seeds(15).expectExactlyOnce());
        System.out.println(simulation(By.BROKER, false, true).seeds(10).expectExactlyOnce());
    }

    /** The negative control: what is remembered one record off sets the wrong ones aside, and the right one is refused again and again. */
    @Test
    void aRefusalThatIsRememberedOneRecordOffIsFound() {
        var result = simulation(By.BROKER, true)
                .only(kafka(MisplacedRefusals::new))
                .bounds(new Bounds(20_000, 30_000))
                .seeds(20)
                .run(Guarantee.EXACTLY_ONCE);
        assertThat(result.failed()).isNotEmpty();
    }
}
