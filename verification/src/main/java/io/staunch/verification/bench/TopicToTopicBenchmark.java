package io.staunch.verification.bench;

import io.staunch.kafka.testkit.broker.BrokerSettings;
import io.staunch.kafka.testkit.broker.KafkaBroker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * B3 (i): drains a topic of two partitions through a keyed running count into another topic, exactly once, beside the plain hand-written
 * transactional loop; the broker in a process of its own. Both in turn in one run, output checked. Arguments: records, pairs, interval in ms.
 */
public final class TopicToTopicBenchmark {
    private static final int WARM_UP = 300_000;

    private TopicToTopicBenchmark() {}

    public static void main(String[] args) throws Exception {
        int records = args.length > 0 ? Integer.parseInt(args[0]) : 3_000_000;
        int pairs = args.length > 1 ? Integer.parseInt(args[1]) : 3;
        Duration interval = Duration.ofMillis(args.length > 2 ? Long.parseLong(args[2]) : 1000);
        try (KafkaBroker broker = KafkaBroker.start(BrokerSettings.defaults().withHeapMb(1024));
                var folder = new BenchFolder("staunch-b3")) {
            var topics = new BenchTopics(broker);
            topics.create("warm");
            topics.fill("warm", WARM_UP);
            topics.create("in");
            topics.fill("in", records);
            double[] warm = pair(folder, topics, "warm", WARM_UP, interval, "w");
            System.out.println(row(interval, warm) + " (warm-up, not counted)");
            List<Double> ratios = new ArrayList<>();
            for (int i = 0; i < pairs; i++) {
                double[] rates = pair(folder, topics, "in", records, interval, Integer.toString(i));
                System.out.println(row(interval, rates));
                ratios.add(rates[0] / rates[1]);
            }
            Collections.sort(ratios);
            System.out.printf(
                    Locale.ROOT,
                    "B3 i at %d ms: staunch / hand-written loop, min %.2f, median %.2f, max %.2f over %d pairs%n",
                    interval.toMillis(),
                    ratios.get(0),
                    ratios.get(ratios.size() / 2),
                    ratios.get(ratios.size() - 1),
                    ratios.size());
        }
    }

    private static double[] pair(
            BenchFolder folder, BenchTopics topics, String in, int records, Duration interval, String run)
            throws Exception {
        double[] rates = new double[Contender.values().length];
        for (Contender contender : Contender.values()) {
            String out = contender + "-" + run;
            rates[contender.ordinal()] = topics.drain(contender, in, out, records, interval, folder.sub(out));
        }
        return rates;
    }

    private static String row(Duration interval, double[] rates) {
        return String.format(
                Locale.ROOT,
                "B3 i at %d ms: staunch %.0f, loop %.0f k records/s, ratio %.2f",
                interval.toMillis(),
                rates[0],
                rates[1],
                rates[0] / rates[1]);
    }
}
