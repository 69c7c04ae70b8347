package io.staunch.verification.bench.engine;

import static io.staunch.guarantee.Guarantee.EXACTLY_ONCE;

import io.staunch.Pipeline;
import io.staunch.kafka.KafkaRecord;
import io.staunch.kafka.KafkaSink;
import io.staunch.kafka.KafkaSource;
import io.staunch.process.KeyedProcess;
import io.staunch.state.ValueState;
import io.staunch.verification.bench.run.Contender;
import io.staunch.verification.bench.run.RunOptions;
import io.staunch.verification.bench.run.Values;
import java.util.Objects;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** B3 and B4 with Staunch. */
public final class DrainJob implements Contender {
    /** The state of a key. */
    record Count(long n) {}

    @Override
    public String configuration(RunOptions options) {
        return Jobs.words(options);
    }

    @Override
    public void run(RunOptions options) throws Exception {
        Pipeline pipeline = Pipeline.named("b3-" + options.text("out")).guarantee(EXACTLY_ONCE);
        pipeline.from(
                        "in",
                        KafkaSource.of(StringDeserializer.class, ByteArrayDeserializer.class)
                                .bootstrapServers(options.text("bootstrap"))
                                .topic(options.text("in")))
                .keyBy(String.class, KafkaRecord::key)
                .<KafkaRecord<String, byte[]>>process(
                        "counts", states -> new Counting(states.value("count", Count.class)))
                .to(
                        "out",
                        KafkaSink.of(StringSerializer.class, ByteArraySerializer.class)
                                .bootstrapServers(options.text("bootstrap"))
                                .topic(options.text("out")));
        Jobs.run(pipeline, Jobs.settings(options));
    }

    private record Counting(ValueState<Count> count)
            implements KeyedProcess<String, KafkaRecord<String, byte[]>, KafkaRecord<String, byte[]>> {
        private static final Count NONE = new Count(0);

        @Override
        public void process(KafkaRecord<String, byte[]> record, Context<String, KafkaRecord<String, byte[]>> context) {
            var next = new Count(count.orElse(NONE).n() + 1);
            count.set(next);
            byte[] value = Objects.requireNonNull(record.value());
            context.emit(KafkaRecord.of(context.key(), Values.counted(value, next.n())));
        }
    }
}
