package io.staunch.verification.bench.engine;

import io.staunch.Pipeline;
import io.staunch.Stream;
import io.staunch.kafka.KafkaSource;
import io.staunch.verification.bench.run.NumberedRow;
import io.staunch.verification.bench.run.RunOptions;
import java.util.Objects;
import org.apache.kafka.common.serialization.StringDeserializer;

/** The records of the topic, as rows. */
final class NumberedRows {
    private NumberedRows() {}

    static Stream<NumberedRow> from(Pipeline pipeline, RunOptions options) {
        return pipeline.from(
                        "in",
                        KafkaSource.of(StringDeserializer.class, StringDeserializer.class)
                                .bootstrapServers(options.text("bootstrap"))
                                .topic(options.text("in")))
                .map(record -> new NumberedRow(
                        record.partition(),
                        record.offset(),
                        Objects.requireNonNull(record.key()),
                        Objects.requireNonNull(record.value())));
    }
}
