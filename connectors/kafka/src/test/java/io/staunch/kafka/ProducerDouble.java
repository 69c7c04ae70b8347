package io.staunch.kafka;

import io.staunch.kafka.port.ProducerPort;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/** Notes what is called; refuses a record or throws in a call if a test says so. */
final class ProducerDouble implements ProducerPort {
    final List<String> calls = new ArrayList<>();
    final List<ProducerRecord<byte[], byte[]>> sent = new ArrayList<>();

    @Nullable
    Exception refusal;

    @Nullable
    RuntimeException error;

    /** What happens meanwhile. */
    Runnable whileFencing = () -> {};

    int partitions = 3;

    /** Whether answers are left to the test. */
    boolean late;

    final List<Callback> answers = new ArrayList<>();

    Runnable onFlush = () -> {};

    private void call(String name) {
        calls.add(name);
        if (error != null) {
            throw error;
        }
    }

    @Override
    public void initTransactions() {
        call("init");
        whileFencing.run();
    }

    @Override
    public void beginTransaction() {
        call("begin");
    }

    @Override
    public void send(ProducerRecord<byte[], byte[]> record, Callback callback) {
        call("send");
        sent.add(record);
        if (late) {
            answers.add(callback);
        } else {
            callback.onCompletion(null, refusal);
        }
    }

    @Override
    public void flush() {
        call("flush");
        onFlush.run();
    }

    @Override
    public void commitTransaction() {
        call("commit");
    }

    @Override
    public int partitions(String topic) {
        return partitions;
    }

    @Override
    public void close(Duration timeout) {
        calls.add("close " + timeout.toMillis());
    }
}
