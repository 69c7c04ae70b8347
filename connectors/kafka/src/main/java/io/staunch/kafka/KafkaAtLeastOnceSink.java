package io.staunch.kafka;

import io.staunch.guarantee.Offer;
import io.staunch.sink.FlushingSink;
import io.staunch.sink.SinkConnection;
import io.staunch.sink.SinkContext;
import io.staunch.sink.SinkEncoder;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Writes to topics as records come, and waits at each checkpoint until all are acknowledged: nothing is lost, and a replay writes again.
 * Made by {@link KafkaSink#atLeastOnce()}.
 *
 * @param <T> the records
 */
public final class KafkaAtLeastOnceSink<T> implements FlushingSink<T, ProducerRecord<byte[], byte[]>> {
    private static final long serialVersionUID = 1L;

    private final SinkOptions<T> options;

    KafkaAtLeastOnceSink(SinkOptions<T> options) {
        this.options = options;
    }

    @Override
    public String description() {
        return options.description();
    }

    @Override
    public Offer offer() {
        return Offer.atLeastOnce(
                "writes as records come: a replay writes them again",
                "leave out atLeastOnce(): a transaction per checkpoint");
    }

    @Override
    public List<String> problems() {
        return options.problems();
    }

    @Override
    public SinkEncoder<T, ProducerRecord<byte[], byte[]>> encoder(SinkContext context) {
        return new RecordEncoder<>(options);
    }

    @Override
    public SinkConnection<ProducerRecord<byte[], byte[]>> connect(SinkContext context) {
        var cluster =
                new Cluster(context.environment(), options.client(), "staunch-" + context.job() + "-" + context.sink());
        return new PlainConnection(cluster);
    }

    @Override
    public String toString() {
        return "KafkaAtLeastOnceSink of " + options;
    }
}
