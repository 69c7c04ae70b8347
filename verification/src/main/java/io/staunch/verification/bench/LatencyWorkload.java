package io.staunch.verification.bench;

import io.staunch.verification.bench.report.Metric;
import io.staunch.verification.bench.report.Results;
import io.staunch.verification.bench.report.Run;
import io.staunch.verification.bench.run.Figures;
import io.staunch.verification.bench.run.Values;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * B3 ii and iii: 5,000 records a second through the pipeline of B3, from produced (before {@code send}) to seen by a read_committed consumer. Every
 * record that was produced while it counts is in the histogram, also those that waited for a slow contender: the producer keeps its pace.
 *
 * @param name of the workload
 * @param brokers starts them
 * @param intervals between checkpoints, if none are asked for
 */
record LatencyWorkload(String name, Supplier<Topics> brokers, List<String> intervals) implements Workload {
    private static final int PER_SECOND = 5_000;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** B3 ii: one broker. */
    static LatencyWorkload onOneBroker() {
        return new LatencyWorkload("latency", Topics::onOneBroker, List.of("1s", "100ms", "10ms", Plan.ADAPTIVE));
    }

    /** B3 iii: three brokers, three copies, 48 partitions: what each interval costs the brokers. */
    static LatencyWorkload onThreeBrokers() {
        return new LatencyWorkload(
                "replicated", Topics::onThreeBrokers, List.of("1s", "100ms", "50ms", "10ms", Plan.ADAPTIVE));
    }

    @Override
    public void measure(Plan plan, ClassPaths classPaths, Results results) throws Exception {
        try (Topics topics = brokers.get()) {
            Rounds.measure(
                    name,
                    plan,
                    plan.intervals().isEmpty() ? intervals : plan.intervals(),
                    kind -> kind.drain().isPresent(),
                    results,
                    (kind, interval, round) ->
                            run(plan, topics, kind, classPaths.kafka(kind), interval, round, results));
        }
    }

    /** Long enough for every contender to be up: what was produced before is not looked at. */
    private static int warmUpSeconds(Plan plan) {
        return Math.max(plan.warmUpSeconds(), 8);
    }

    private Run run(
            Plan plan, Topics topics, Kind kind, List<Path> classPath, String interval, int round, Results results)
            throws Exception {
        long intervalMs = Plan.intervalMs(interval);
        String out = kind.option() + "-" + interval + "-" + round;
        String in = "in-" + out;
        topics.create(in);
        topics.create(out);
        try (var folder = new TemporaryFolder()) {
            var options = DrainWorkload.options(plan, topics, "latency", in, out, folder.path(), interval);
            String main = kind.drain().orElseThrow();
            int all = PER_SECOND * (warmUpSeconds(plan) + plan.seconds());
            Map<Metric, Double> values;
            try (var process = ContenderProcess.start(kind, classPath, plan.jvmOptions(), main, options);
                    var consumer = topics.committed(out)) {
                results.configured(name, kind.label(), process.configuration());
                values = stream(plan, topics, in, process, consumer, all, intervalMs);
                values.put(
                        Metric.LOG_BYTES,
                        topics.logBytes(out)
                                / all
                                / (Values.BYTES + Values.key(0).length()));
            }
            return new Run(name, interval, kind.label(), round, values, topics.check(out, all));
        } finally {
            topics.delete(in);
            topics.delete(out);
        }
    }

    private static Map<Metric, Double> stream(
            Plan plan,
            Topics topics,
            String in,
            ContenderProcess process,
            KafkaConsumer<String, byte[]> consumer,
            int all,
            long intervalMs)
            throws Exception {
        var first = new AtomicLong(Long.MAX_VALUE);
        int warmUp = PER_SECOND * warmUpSeconds(plan);
        var producer = new Thread(() -> produce(topics, in, all, warmUp, first), "producer");
        producer.start();
        var histogram = new Histogram(3);
        Figures before = process.figures();
        double cpuBefore = 0;
        double brokersBefore = 0;
        long offsetsBefore = 0;
        long seenBefore = 0;
        long began = 0;
        long seen = 0;
        long last = System.nanoTime();
        while (seen < all) {
            var records = consumer.poll(Duration.ofMillis(100));
            long now = System.nanoTime();
            for (var record : records) {
                long made = Values.nanoTime(record.value());
                if (made >= first.get()) {
                    histogram.recordValue((now - made) / 1000);
                }
            }
            seen += records.count();
            last = records.isEmpty() ? last : now;
            if (began == 0 && seen > warmUp) {
                began = now;
                before = process.figures();
                cpuBefore = process.cpuSeconds();
                brokersBefore = topics.cpuSeconds();
                seenBefore = seen;
                offsetsBefore = positions(consumer);
            }
            if (now - last > PATIENCE.toNanos()) {
                throw new IllegalStateException(seen + " of " + all + " records seen, and no more for " + PATIENCE);
            }
        }
        producer.join();
        Map<Metric, Double> values = new EnumMap<>(Metric.class);
        values.put(Metric.LATENCY_P50, histogram.getValueAtPercentile(50) / 1e3);
        values.put(Metric.LATENCY_P99, histogram.getValueAtPercentile(99) / 1e3);
        values.put(Metric.LATENCY_MAX, histogram.getMaxValue() / 1e3);
        double seconds = (System.nanoTime() - began) / 1e9;
        values.put(Metric.CPU, process.cpuSeconds() - cpuBefore);
        values.put(Metric.BROKER_CPU, (topics.cpuSeconds() - brokersBefore) / seconds);
        values.put(Metric.MARKERS, (positions(consumer) - offsetsBefore - (seen - seenBefore)) / seconds);
        Checkpointing.measure(before, process.figures(), seconds, intervalMs, values);
        return values;
    }

    /** How far it has read: records and markers. */
    private static long positions(KafkaConsumer<String, byte[]> consumer) {
        return consumer.assignment().stream().mapToLong(consumer::position).sum();
    }

    /** Each record with the time at which it was due: a producer that is late does not hide it. */
    @SuppressWarnings("FutureReturnValueIgnored") // close waits for all
    private static void produce(Topics topics, String in, int all, int warmUp, AtomicLong first) {
        try (var producer = topics.producer(0)) {
            producer.partitionsFor(in);
            long begin = System.nanoTime();
            for (int i = 0; i < all; i++) {
                long due = begin + i * (1_000_000_000L / PER_SECOND);
                while (System.nanoTime() < due) {
                    LockSupport.parkNanos(Math.min(due - System.nanoTime(), 400_000));
                }
                if (i == warmUp) {
                    first.set(due);
                }
                producer.send(new ProducerRecord<>(in, Values.key(i), Values.made(due)));
            }
        }
    }
}
