package io.staunch.kafka;

import io.staunch.guarantee.Finding;
import io.staunch.guarantee.LookContext;
import io.staunch.guarantee.Offer;
import io.staunch.sink.FlushingSink;
import io.staunch.sink.OnRefusedRecord;
import io.staunch.sink.SinkConnection;
import io.staunch.sink.SinkContext;
import io.staunch.sink.SinkEncoder;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes to topics as records come, and flushes at the barrier: nothing is lost, and what is read again after a fault
 * is written again. Made by {@link KafkaSink#atLeastOnce()}.
 *
 * @param <T> the records
 */
public final class KafkaAtLeastOnceSink<T> implements FlushingSink<T, EncodedRecord> {
    private static final long serialVersionUID = 1L;

    private final Encoding<T> encoding;
    private final SinkOptions options;
    private final OnRefusedRecord onRefused;

    KafkaAtLeastOnceSink(Encoding<T> encoding, SinkOptions options, OnRefusedRecord onRefused) {
        this.encoding = encoding;
        this.options = options;
        this.onRefused = onRefused;
    }

    @Override
    public OnRefusedRecord onRefusedRecord() {
        return onRefused;
    }

    @Override
    public String description() {
        return "kafka " + encoding.words() + " at " + options.client().place();
    }

    @Override
    public Offer offer() {
        return Offer.atLeastOnce(
                "records are written as they come: what is read again after a fault is written again",
                "KafkaSink without atLeastOnce()");
    }

    @Override
    public List<String> problems() {
        List<String> problems = new ArrayList<>(options.problems());
        problems.addAll(encoding.problems());
        if (options.transactionTimeout() != null) {
            problems.add(
                    "transactionTimeout is set, but a sink made by atLeastOnce() has no transactions: leave it out");
        }
        return problems;
    }

    @Override
    public List<Finding> look(LookContext context) {
        try (var look = new ClusterLook(context, options.client())) {
            return (encoding.topic() == null ? look.chosen() : look.output(List.of(encoding.topic()))).findings();
        }
    }

    @Override
    public SinkEncoder<T, EncodedRecord> encoder(SinkContext context) {
        return new RecordEncoder<>(encoding, options.serializerSettings(), options.mostBytes(), null);
    }

    @Override
    public SinkConnection<EncodedRecord> connect(SinkContext context) {
        return new PlainConnection(encoding, options, !(onRefused instanceof OnRefusedRecord.Fail), context);
    }

    @Override
    public String toString() {
        return "KafkaSink to " + encoding.words() + " " + options.client() + ", at least once";
    }
}
