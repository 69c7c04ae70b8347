package io.staunch.verification.bench;

import io.staunch.kafka.testkit.broker.BrokerSettings;
import io.staunch.kafka.testkit.broker.KafkaBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * B4: the job of B3 in a process of its own is killed by {@code SIGKILL} again and again and started anew; from the start of the new process
 * to its first newly committed output, beside the plain hand-written loop, in turn. The output is checked. Arguments: records, kills of
 * each, interval in ms.
 */
public final class RecoveryBenchmark {
    /** After a kill, for what was on its way to be done: what was committed then is not taken for new output. */
    private static final Duration SETTLE = Duration.ofMillis(500);

    private RecoveryBenchmark() {}

    public static void main(String[] args) throws Exception {
        int records = args.length > 0 ? Integer.parseInt(args[0]) : 3_000_000;
        int kills = args.length > 1 ? Integer.parseInt(args[1]) : 7;
        Duration interval = Duration.ofMillis(args.length > 2 ? Long.parseLong(args[2]) : 100);
        Map<Contender, List<Double>> seconds = new EnumMap<>(Contender.class);
        try (KafkaBroker broker = KafkaBroker.start(BrokerSettings.defaults().withHeapMb(1024));
                var folder = new BenchFolder("staunch-b4")) {
            var topics = new BenchTopics(broker);
            topics.create("in");
            topics.fill("in", records);
            Map<Contender, Path> folders = new EnumMap<>(Contender.class);
            for (Contender contender : Contender.values()) {
                folders.put(contender, folder.sub(contender.name()));
                topics.create(contender.name());
                seconds.put(contender, new ArrayList<>());
            }
            for (int life = 0; life <= kills; life++) {
                for (Contender contender : Contender.values()) {
                    int upTo = (int) ((long) records * (life + 1) / (kills + 1));
                    double took = live(broker, contender, upTo, interval, folders.get(contender));
                    if (life > 0) {
                        seconds.get(contender).add(took);
                        System.out.printf(Locale.ROOT, "B4 %s: first output after %.2f s%n", contender, took);
                    }
                }
            }
            for (Contender contender : Contender.values()) {
                topics.check(contender.name(), records);
                print(contender, interval, seconds.get(contender));
            }
        }
    }

    /** One life of the process, up to so many records; returns the seconds from its start to its first new output. */
    private static double live(KafkaBroker broker, Contender contender, int upTo, Duration interval, Path folder)
            throws Exception {
        String out = contender.name();
        try (var reader = new CommittedCount(broker, out)) {
            reader.toTheEnd();
            long begin = System.nanoTime();
            Process process = DrainProcess.start(contender, broker.bootstrapServers(), "in", out, interval, folder);
            reader.awaitMoreThan(reader.count(), process);
            double took = (System.nanoTime() - begin) / 1e9;
            reader.awaitMoreThan(upTo - 1, process);
            process.destroyForcibly().waitFor();
            Thread.sleep(SETTLE.toMillis());
            return took;
        }
    }

    private static void print(Contender contender, Duration interval, List<Double> seconds) {
        Collections.sort(seconds);
        System.out.printf(
                Locale.ROOT,
                "B4 at %d ms, %s: exact; min %.2f, median %.2f, max %.2f s over %d kills%n",
                interval.toMillis(),
                contender,
                seconds.get(0),
                seconds.get(seconds.size() / 2),
                seconds.get(seconds.size() - 1),
                seconds.size());
    }
}
