package io.staunch.verification.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.Job;
import io.staunch.RestartPolicy;
import io.staunch.Settings;
import io.staunch.Staunch;
import io.staunch.kafka.KafkaSink;
import io.staunch.kafka.KafkaSource;
import io.staunch.kafka.testkit.broker.KafkaBroker;
import io.staunch.observe.JobListener;
import io.staunch.observe.ProtocolEvent;
import io.staunch.observe.ProtocolStep;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Very many intervals of one record each: clients, threads and handles stay as many as they were. {@code -Dstaunch.intervals=5000} makes the
 * run longer.
 */
@Timeout(300)
class ManyIntervalsIT {
    private static final int EARLY = 200;
    private static final int INTERVALS = Integer.getInteger("staunch.intervals", 1_000);

    private static KafkaBroker broker;

    @TempDir
    Path folder;

    @BeforeAll
    static void startBroker() {
        broker = KafkaBroker.start();
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @Test
    void clientsThreadsAndHandlesStayFlat() throws Exception {
        broker.createTopic("in", 1);
        broker.createTopic("out", 1);
        var pipeline = CountingJob.pipeline(
                "intervals",
                KafkaSource.strings()
                        .bootstrapServers(broker.bootstrapServers())
                        .topic("in"),
                KafkaSink.json(CountingJob.Running.class)
                        .bootstrapServers(broker.bootstrapServers())
                        .topic("out"));
        Map<String, Object> atOnce = broker.clientProperties();
        atOnce.put("linger.ms", 0);
        try (var producer = new KafkaProducer<>(atOnce, new StringSerializer(), new StringSerializer())) {
            var feeder = new Feeder(producer);
            Settings settings = Settings.stateIn(folder.resolve("state"))
                    .checkpointEvery(Duration.ofMillis(1))
                    .parallelism(1)
                    .restart(RestartPolicy.never())
                    .listener(feeder);
            try (Job job = Staunch.start(pipeline, settings)) {
                feeder.feed();
                Topics.awaitCommitted(broker, "out", INTERVALS, job);
                feeder.done.await();
                job.stop();
                job.await();
            }
            assertThat(feeder.late).isEqualTo(feeder.early);
        }
        CountsReader.assertExact(broker, "out", INTERVALS);
    }

    /** Gives the job one record whenever a checkpoint has settled, and counts what the process holds. */
    private static final class Feeder implements JobListener {
        private final KafkaProducer<String, String> producer;
        private final CountDownLatch done = new CountDownLatch(1);
        private int fed;
        private int settled;
        private Map<String, Integer> early = Map.of();
        private Map<String, Integer> late = Map.of();

        Feeder(KafkaProducer<String, String> producer) {
            this.producer = producer;
        }

        @SuppressWarnings("FutureReturnValueIgnored") // the output tells
        synchronized void feed() {
            producer.send(new ProducerRecord<>("in", Integer.toString(fed++)));
        }

        @Override
        public synchronized void on(ProtocolEvent event) {
            if (event.step() != ProtocolStep.SETTLED || fed == 0 || settled == INTERVALS) {
                return;
            }
            settled++;
            if (settled < INTERVALS) {
                feed();
            }
            if (settled == EARLY) {
                early = held();
            }
            if (settled == INTERVALS) {
                late = held();
                done.countDown();
            }
        }
    }

    /** What this process holds, by kind. */
    private static Map<String, Integer> held() {
        Map<String, Integer> held = new TreeMap<>();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            held.merge("thread " + thread.getName(), 1, Integer::sum);
        }
        handles(held);
        try {
            for (ObjectName bean :
                    ManagementFactory.getPlatformMBeanServer().queryNames(new ObjectName("kafka.*:*"), null)) {
                held.merge("bean " + bean.getDomain() + " " + bean.getKeyProperty("type"), 1, Integer::sum);
            }
        } catch (MalformedObjectNameException e) {
            throw new IllegalStateException(e);
        }
        return held;
    }

    /** By what they lead to, without its number: sockets, pipes, files. */
    private static void handles(Map<String, Integer> held) {
        try (Stream<Path> handles = Files.list(Path.of("/proc/self/fd"))) {
            for (Path handle : handles.toList()) {
                try {
                    String to = Files.readSymbolicLink(handle).toString();
                    held.merge("handle " + to.replaceAll("[0-9]+", "N"), 1, Integer::sum);
                } catch (NoSuchFileException closedMeanwhile) {
                    continue;
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
