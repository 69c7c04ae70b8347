package io.staunch.verification.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.Job;
import io.staunch.kafka.testkit.broker.KafkaBroker;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;

/**
 * Reads the committed output of {@link CountingJob} all the while, in a thread of its own, as somebody would who acts upon it: for each
 * key the counts must come as 1, 2, 3 and so on. The first that does not is what {@link #await} fails with.
 */
final class CountsReader implements AutoCloseable {
    private static final Duration LOOK = Duration.ofMillis(100);

    private final KafkaConsumer<String, String> consumer;
    private final Map<String, Long> counts = new HashMap<>();
    private final Thread thread = new Thread(this::read, "counts-reader");
    private long seen;
    private @Nullable Throwable wrong;

    CountsReader(KafkaBroker broker, String topic) {
        consumer = Topics.consumer(broker);
        Topics.assign(consumer, topic);
        thread.setDaemon(true);
        thread.start();
    }

    /** Each record that is committed now is counted once, and the counts of a key are in order. */
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

    private void read() {
        try (consumer) {
            while (true) {
                for (ConsumerRecord<String, String> record : consumer.poll(Duration.ofSeconds(1))) {
                    see(record);
                }
            }
        } catch (WakeupException e) {
            // Closed.
        } catch (RuntimeException | AssertionError e) {
            fail(e);
        }
    }

    private synchronized void see(ConsumerRecord<String, String> record) {
        String key = record.value().replaceAll(".*\"key\":\"([^\"]*)\".*", "$1");
        long count = Long.parseLong(record.value().replaceAll(".*\"count\":(\\d+).*", "$1"));
        long due = counts.merge(key, 1L, Long::sum);
        if (count != due) {
            throw new AssertionError("%s at %d of partition %d has count %d and should have %d"
                    .formatted(key, record.offset(), record.partition(), count, due));
        }
        seen++;
        notifyAll();
    }

    private synchronized void fail(Throwable e) {
        wrong = e;
        notifyAll();
    }

    synchronized long seen() {
        return seen;
    }

    /** Returns when exactly so many records have been seen. */
    synchronized void await(long records) throws InterruptedException {
        var deadline = new Deadline();
        while (seen < records && wrong == null) {
            deadline.check(() -> records + " committed records; has seen " + seen);
            wait(Math.max(1, deadline.leftMs()));
        }
        check(records);
    }

    /** The same, of a job in this JVM; throws what it has failed with if it ends before. */
    void await(long records, Job job) throws InterruptedException {
        var deadline = new Deadline();
        while (!has(records)) {
            deadline.check(() -> records + " committed records; has seen " + seen() + ", and the job goes on");
            if (job.await(LOOK)) {
                throw new AssertionError("the job has ended after " + seen() + " records, of " + records);
            }
        }
    }

    private synchronized boolean has(long records) {
        check(records);
        return seen == records;
    }

    private void check(long atMost) {
        if (wrong != null) {
            throw new AssertionError("the committed output is wrong", wrong);
        }
        if (seen > atMost) {
            throw new AssertionError(seen + " records are committed, of " + atMost);
        }
    }

    @Override
    public void close() throws InterruptedException {
        consumer.wakeup();
        thread.join();
    }
}
