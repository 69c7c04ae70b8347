package io.staunch.kafka;

import io.staunch.error.ConfigurationException;
import io.staunch.kafka.port.AdminPort;
import io.staunch.kafka.port.ProducerPort;
import io.staunch.sink.SinkConnection;
import io.staunch.sink.SinkContext;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/** A producer without transactions. Used by one thread. */
final class PlainConnection implements SinkConnection<EncodedRecord> {
    private static final Duration CHECKPOINT = Duration.ofSeconds(20);

    private final Map<String, String> defaults = StartCheck.defaults(CHECKPOINT);
    private final Cluster cluster;
    private final OutputTopics outputs;
    private final ProducerPort producer;
    private final boolean forgiving;
    private final SendFailure failure = new SendFailure();
    private @Nullable AdminPort admin;

    /**
     * Blocks.
     *
     * @param forgiving whether records that are refused don't stop the job
     */
    PlainConnection(Encoding<?> encoding, SinkOptions options, boolean forgiving, SinkContext context) {
        this.forgiving = forgiving;
        this.cluster =
                new Cluster(context.environment(), options.client(), "staunch-" + context.job() + "-" + context.sink());
        this.outputs = new OutputTopics(cluster.faults(), options, (topic, admin) -> {});
        try {
            List<String> topics = Stream.ofNullable(encoding.topic()).toList();
            List<String> problems = outputs.problems(admin(), topics, forgiving);
            if (!problems.isEmpty()) {
                throw new ConfigurationException("sink '" + context.sink() + "' at " + cluster.servers(), problems);
            }
            this.producer = cluster.producer(defaults, SinkRules.FIXED);
        } catch (RuntimeException e) {
            closeAdmin();
            throw e;
        }
    }

    @Override
    public void write(EncodedRecord record) {
        write(record, SendFailure.NO_SINK, -1);
    }

    @Override
    public void write(EncodedRecord record, long origin) {
        write(record, 0, origin);
    }

    private void write(EncodedRecord record, int sink, long origin) {
        if (failure.happened()) {
            flush();
        }
        try {
            ProducerRecord<byte[], byte[]> sent = outputs.record(record, producer, this::admin, forgiving);
            producer.send(sent, failure.of(sink, origin));
        } catch (RuntimeException e) {
            throw cluster.faults().of(Act.WRITE, record.topic(), e);
        }
    }

    @Override
    public void flush() {
        try {
            producer.flush();
        } catch (RuntimeException e) {
            throw cluster.faults().of(Act.WRITE, "", e);
        }
        RuntimeException told = failure.told(cluster.faults());
        if (told != null) {
            throw told;
        }
    }

    private AdminPort admin() {
        if (admin == null) {
            admin = cluster.admin(defaults);
        }
        return Objects.requireNonNull(admin);
    }

    private void closeAdmin() {
        if (admin != null) {
            admin.close();
            admin = null;
        }
    }

    @Override
    public void close() {
        producer.close(Duration.ZERO);
        closeAdmin();
    }
}
