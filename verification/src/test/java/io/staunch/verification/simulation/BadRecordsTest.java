package io.staunch.verification.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.Pipeline;
import io.staunch.error.ConfigurationException;
import io.staunch.kafka.KafkaSink;
import io.staunch.kafka.KafkaSource;
import io.staunch.process.SideOutput;
import io.staunch.source.BadRecord;
import io.staunch.testkit.simulation.Simulation;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Records that can't be read, in crashing worlds: each good one is counted once, and each bad one is aside once, or passed over. */
class BadRecordsTest {
    private static final SideOutput<BadRecord> BAD = SideOutput.named("bad");

    record Number(int n) {}

    record Sum(int key, long sum) {
        Sum plus(Number number) {
            return new Sum(number.n() % 5, sum + number.n());
        }
    }

    record Aside(String text) {}

    private static KafkaSource<Number> source() {
        return KafkaSource.json(Number.class).bootstrapServers("simulated:9092").topic("numbers");
    }

    private static Pipeline pipeline(KafkaSource<Number> source, boolean aside) {
        Pipeline pipeline = Pipeline.named("bad-records");
        var numbers = pipeline.from("numbers", source);
        numbers.keyByInt(number -> number.n() % 5)
                .fold("running", new Sum(0, 0), Sum::plus)
                .values()
                .to(
                        "sums",
                        KafkaSink.json(Sum.class)
                                .bootstrapServers("simulated:9092")
                                .topic("sums")
                                .key(sum -> "k" + sum.key()));
        if (aside) {
            numbers.sideOutput(BAD)
                    .map(bad -> new Aside(new String(Objects.requireNonNull(bad.value()), StandardCharsets.UTF_8)))
                    .to(
                            "aside",
                            KafkaSink.json(Aside.class)
                                    .bootstrapServers("simulated:9092")
                                    .topic("aside")
                                    .key(Aside::text));
        }
        return pipeline;
    }

    private static List<String> feed() {
        var random = new Random(11);
        List<String> feed = new ArrayList<>();
        for (int n = 0; n < 150; n++) {
            feed.add(random.nextInt(4) == 0 ? "no json " + n : "{\"n\":" + n + "}");
        }
        return feed;
    }

    /** All numbers of one key on one partition, so that their order is the same in each run. */
    private static int lane(String text) {
        return Integer.parseInt(text.replaceAll("[^0-9]", "")) % 5;
    }

    @Test
    void asideInTheSameTransactions() {
        Simulation.of(() -> pipeline(source().badRecordsTo(BAD), true))
                .feed("numbers", feed(), BadRecordsTest::lane)
                .capture("sums")
                .capture("aside")
                .seeds(200)
                .expectExactlyOnce();
    }

    @Test
    void passedOver() {
        Simulation.of(() -> pipeline(source().skipBadRecords(), false))
                .feed("numbers", feed(), BadRecordsTest::lane)
                .capture("sums")
                .seeds(200)
                .expectExactlyOnce();
    }

    @Test
    void aSideOutputThatNobodyReadsIsRefusedSinceItsRecordsWouldBeLost() {
        assertThatThrownBy(() -> pipeline(source().badRecordsTo(BAD), false).validate())
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("'bad'")
                .hasMessageContaining("sideOutput(...)");
        assertThatThrownBy(() -> pipeline(source(), true).validate())
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("has none of that name");
    }

    @Test
    void theReportSaysWhatBecomesOfThem() {
        assertThat(pipeline(source().skipBadRecords(), false).guaranteeReport().toString())
                .contains("passed over and counted");
    }
}
