package io.staunch.verification.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.staunch.Job;
import io.staunch.Pipeline;
import io.staunch.RestartPolicy;
import io.staunch.Settings;
import io.staunch.Staunch;
import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.kafka.KafkaSink;
import io.staunch.kafka.KafkaSource;
import io.staunch.kafka.testkit.broker.KafkaBroker;
import io.staunch.process.SideOutput;
import io.staunch.sink.RefusedRecord;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Serializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Records that a real topic does not take, under each policy: in a batch with others, in one transaction. */
@Timeout(120)
class RefusedRecordsIT {
    private static final SideOutput<RefusedRecord<String>> REFUSED = SideOutput.named("refused");
    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static final int LINES = 40;
    private static final List<Integer> BAD = List.of(3, 4, 17);

    private static KafkaBroker broker;

    private final String name = "refused" + NUMBER.incrementAndGet();
    private final String in = name + "-in";
    private final String out = name + "-out";
    private final String dead = name + "-dead";

    @TempDir
    Path folder;

    /** What is wrong with a record, and who finds out. */
    private enum Fault {
        NOT_SERIALISABLE(Map.of(), "can't be serialised"),
        TOO_LARGE_FOR_THE_CLIENT(Map.of(), "max.request.size"),
        WITHOUT_A_KEY(Map.of("cleanup.policy", "compact"), "has no key"),
        TOO_LARGE_FOR_THE_TOPIC(Map.of("max.message.bytes", "2000"), "takes at most 2000"),
        TOO_LARGE_FOR_A_CHOSEN_TOPIC(Map.of("max.message.bytes", "2000"), "takes at most 2000"),
        TOO_LARGE_FOR_THE_BROKER(Map.of("max.message.bytes", "2000"), "refused by the broker"),
        TOO_OLD_FOR_THE_BROKER(Map.of("message.timestamp.before.max.ms", "3600000"), "refused by the broker");

        private final Map<String, String> topic;
        private final String said;

        Fault(Map<String, String> topic, String said) {
            this.topic = topic;
            this.said = said;
        }

        String bad(int line) {
            return line + " bad " + (name().startsWith("TOO_LARGE") ? noise() : "");
        }

        /** Of no fewer bytes if it is compressed. */
        private static String noise() {
            var random = new Random(5);
            return random.ints(8000, 'A', 'z' + 1)
                    .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                    .toString();
        }

        KafkaSink<String> with(KafkaSink<String> sink) {
            return switch (this) {
                case TOO_LARGE_FOR_THE_CLIENT -> sink.property("max.request.size", "2000");
                case TOO_LARGE_FOR_THE_BROKER -> sink.property("compression.type", "lz4");
                case NOT_SERIALISABLE,
                        WITHOUT_A_KEY,
                        TOO_LARGE_FOR_THE_TOPIC,
                        TOO_LARGE_FOR_A_CHOSEN_TOPIC,
                        TOO_OLD_FOR_THE_BROKER -> sink;
            };
        }

        /** Whether it is known before the record is handed over. */
        boolean atTheEncoder() {
            return !name().endsWith("_BROKER") && this != TOO_LARGE_FOR_A_CHOSEN_TOPIC;
        }

        KafkaSink<String> out() {
            KafkaSink<String> sink = with(KafkaSink.values(() -> new Picky(this == NOT_SERIALISABLE)));
            return sink.key(text -> this == WITHOUT_A_KEY && bad(text) ? null : "key")
                    .timestamp(text -> this == TOO_OLD_FOR_THE_BROKER && bad(text)
                            ? Instant.parse("1999-12-31T00:00:00Z")
                            : Instant.now());
        }

        private static boolean bad(String text) {
            return text.contains(" bad ");
        }
    }

    private record Picky(boolean picky) implements Serializer<String> {
        @Override
        public byte[] serialize(String topic, String text) {
            if (picky && Fault.bad(text)) {
                throw new SerializationException("it does not like it");
            }
            return text.getBytes(StandardCharsets.UTF_8);
        }
    }

    @BeforeAll
    static void startBroker() {
        broker = KafkaBroker.start();
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @BeforeEach
    void createTopics() {
        broker.createTopic(in, 1);
        broker.createTopic(dead, 1);
    }

    private void fill(Fault fault) {
        Topics.create(broker, out, fault.topic);
        Topics.append(
                broker,
                in,
                0,
                IntStream.range(0, LINES)
                        .mapToObj(line -> BAD.contains(line) ? fault.bad(line) : line + " good")
                        .toList());
    }

    private Settings settings() {
        return Settings.stateIn(folder.resolve("state"))
                .checkpointEvery(Duration.ofMillis(50))
                .parallelism(1)
                .restart(RestartPolicy.never());
    }

    private Pipeline pipeline(Fault fault, UnaryOperator<KafkaSink<String>> policy) {
        String topic = out;
        KafkaSink<String> sink = fault == Fault.TOO_LARGE_FOR_A_CHOSEN_TOPIC
                ? fault.out().topic(text -> topic)
                : fault.out().topic(topic);
        Pipeline pipeline = Pipeline.named(name);
        pipeline.from(
                        "lines",
                        KafkaSource.strings()
                                .bootstrapServers(broker.bootstrapServers())
                                .topic(in))
                .to("out", policy.apply(sink.bootstrapServers(broker.bootstrapServers())));
        return pipeline;
    }

    private static List<String> good() {
        return IntStream.range(0, LINES)
                .filter(line -> !BAD.contains(line))
                .mapToObj(line -> line + " good")
                .toList();
    }

    @ParameterizedTest
    @EnumSource
    void theJobStopsAndSaysWhereAndWhy(Fault fault) {
        fill(fault);
        var error = catchThrowableOfType(StaunchException.class, () -> {
            try (Job job = Staunch.start(pipeline(fault, sink -> sink), settings())) {
                job.await();
            }
        });
        assertThat(error.remedy()).isEqualTo(Remedy.FAIL_JOB);
        if (fault.topic.containsKey("max.message.bytes")) {
            assertThat(error).hasMessageContaining("topic '" + out + "' takes at most 2000 bytes");
        } else {
            assertThat(error)
                    .hasMessageContaining("'out'")
                    .hasMessageContaining("topic " + in + ", partition 0, offset 3")
                    .hasMessageContaining(fault.said)
                    .hasMessageContaining("refusedRecordsTo(...)");
        }
        assertThat(Topics.committed(broker, out)).doesNotContain("39 good");
    }

    @ParameterizedTest
    @EnumSource
    void theyArePassedOverAndCounted(Fault fault) throws Exception {
        fill(fault);
        try (Job job = Staunch.start(pipeline(fault, KafkaSink::skipRefusedRecords), settings())) {
            Topics.awaitCommitted(broker, out, LINES - BAD.size(), job);
            job.stop();
            job.await();
            assertThat(job.metrics().recordsRefused().get("out")).isGreaterThanOrEqualTo(BAD.size());
        }
        assertThat(Topics.committed(broker, out)).containsExactlyElementsOf(good());
    }

    @ParameterizedTest
    @EnumSource
    void eachIsADeadLetterOnce(Fault fault) throws Exception {
        fill(fault);
        Pipeline pipeline = pipeline(fault, sink -> sink.refusedRecordsTo(REFUSED));
        pipeline.sideOutput("out", REFUSED)
                .map(refused -> refused.value().split(" ")[0] + " from " + refused.place() + ": " + refused.reason())
                .to(
                        "dead-letters",
                        fault.with(KafkaSink.strings())
                                .bootstrapServers(broker.bootstrapServers())
                                .topic(dead));
        try (Job job = Staunch.start(pipeline, settings())) {
            Topics.awaitCommitted(broker, out, LINES - BAD.size(), job);
            Topics.awaitCommitted(broker, dead, BAD.size(), job);
            job.stop();
            job.await();
            if (fault.atTheEncoder()) {
                assertThat(job.status().restarts()).isZero();
            } else {
                assertThat(job.status().restarts()).isBetween(1, BAD.size());
            }
        }
        assertThat(Topics.committed(broker, out)).containsExactlyElementsOf(good());
        List<String> letters = new ArrayList<>(Topics.committed(broker, dead));
        assertThat(letters).hasSize(BAD.size());
        for (int i = 0; i < letters.size(); i++) {
            assertThat(letters.get(i))
                    .startsWith(BAD.get(i) + " from topic " + in + ", partition 0, offset " + BAD.get(i) + ": ")
                    .contains(fault.said);
        }
    }
}
