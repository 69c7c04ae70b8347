package io.staunch.cli.demo;

import io.staunch.guarantee.Guarantee;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What a demo is run with.
 *
 * @param job which one is shown
 * @param sinks to which it writes; Kafka is always among them
 * @param records how many records go in
 * @param kills how often the job is killed
 * @param seed of the random moments
 * @param guarantee the level that the job asks for
 * @param checkpointEvery the job's checkpoint interval
 * @param port of the broker; 0 for a free one
 * @param folder in which the temporary folder is made
 */
record DemoOptions(
        DemoJob job,
        Set<DemoSink> sinks,
        int records,
        int kills,
        long seed,
        Guarantee guarantee,
        Duration checkpointEvery,
        int port,
        Path folder) {
    private static final int MOST_RECORDS = 50_000_000;
    private static final long BYTES_PER_RECORD = 1_000;
    private static final long BYTES_BESIDE = 400L * 1024 * 1024;
    private static final long BYTES_PER_RECORD_BESIDE = 500;
    private static final long BYTES_OF_A_DATABASE = 1_200L * 1024 * 1024;

    DemoOptions {
        sinks = Collections.unmodifiableSet(EnumSet.copyOf(sinks));
    }

    /** All mistakes, one sentence each. */
    List<String> problems() {
        List<String> problems = new ArrayList<>();
        if (records < 1_000 || records > MOST_RECORDS) {
            problems.add("--records must be from 1000 to " + MOST_RECORDS + ", was " + records);
        }
        if (kills < 0 || kills > 1_000) {
            problems.add("--kills must be from 0 to 1000, was " + kills);
        }
        if (port < 0 || port > 65_535) {
            problems.add("--port must be from 0 (a free one) to 65535, was " + port);
        }
        if (checkpointEvery.isNegative() || checkpointEvery.isZero()) {
            problems.add("--checkpoint-ms must be at least 1, was " + checkpointEvery.toMillis());
        }
        if (sinks.size() > 1 && job != DemoJob.FLIGHTS) {
            problems.add("--sinks: the job " + job.option() + " writes to kafka alone; leave it out, or take --job "
                    + DemoJob.FLIGHTS.option());
        }
        if (sinks.size() > 1 && guarantee != Guarantee.EXACTLY_ONCE) {
            problems.add("--sinks: beside kafka the job writes exactly-once; leave it out, or --guarantee");
        }
        return problems;
    }

    /** How much disk is needed, generously. */
    long bytesNeeded() {
        long beside = BYTES_PER_RECORD_BESIDE * (sinks.size() - 1);
        return BYTES_BESIDE
                + (BYTES_PER_RECORD + beside) * records
                + (sinks.contains(DemoSink.JDBC) ? BYTES_OF_A_DATABASE : 0);
    }
}
