package io.staunch.verification.kafka;

import static io.staunch.guarantee.Guarantee.EXACTLY_ONCE;
import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.Pipeline;
import io.staunch.kafka.KafkaSink;
import io.staunch.kafka.KafkaSource;
import io.staunch.kafka.testkit.broker.KafkaBroker;
import io.staunch.source.Source;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The job under test: numbers from a topic, counted per key, every running count to another topic. */
final class CountingJob {
    private static final int KEYS = 53;

    private CountingJob() {}

    record Total(long count) {}

    record Running(String key, long count) {}

    /** The job of this name, from the topic {@code <name>-in} to the topic {@code <name>-out}. */
    static Pipeline pipeline(String bootstrapServers, String name) {
        return pipeline(
                name,
                KafkaSource.strings().bootstrapServers(bootstrapServers).topic(in(name)),
                KafkaSink.json(Running.class).bootstrapServers(bootstrapServers).topic(out(name)));
    }

    /** The job with a source and a sink of its own. The sink's key is set here. */
    static Pipeline pipeline(String name, Source<String> in, KafkaSink<Running> out) {
        Pipeline pipeline = Pipeline.named(name).guarantee(EXACTLY_ONCE);
        pipeline.from("in", in)
                .keyBy(value -> "k" + Integer.parseInt(value) % KEYS)
                .fold("totals", new Total(0), (total, value) -> new Total(total.count() + 1))
                .map((key, total) -> new Running(key, total.count()))
                .to("out", out.key(Running::key));
        return pipeline;
    }

    /** Each record is counted once, and the counts of a key are in order. */
    static void assertExact(KafkaBroker broker, String topic, int records) {
        Map<String, Long> counts = new HashMap<>();
        List<String> committed = Topics.committed(broker, topic);
        for (String json : committed) {
            String key = json.replaceAll(".*\"key\":\"([^\"]*)\".*", "$1");
            long count = Long.parseLong(json.replaceAll(".*\"count\":(\\d+).*", "$1"));
            assertThat(count).as("count of %s", key).isEqualTo(counts.merge(key, 1L, Long::sum));
        }
        assertThat(committed).hasSize(records);
    }

    static String in(String name) {
        return name + "-in";
    }

    static String out(String name) {
        return name + "-out";
    }
}
