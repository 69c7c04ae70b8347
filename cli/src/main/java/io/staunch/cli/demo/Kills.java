package io.staunch.cli.demo;

import io.staunch.guarantee.Guarantee;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * What a job went through.
 *
 * @param guarantee the level that it was run with
 * @param count how often its process was killed
 * @param beforeCommit how often of those between a durable checkpoint and its commit
 * @param atFollowers how often just before or after a sink beside Kafka committed what Kafka had
 * @param recoveries for each kill, from the start of the next process to its first output
 */
record Kills(Guarantee guarantee, int count, int beforeCommit, int atFollowers, List<Duration> recoveries) {
    Kills {
        recoveries = List.copyOf(recoveries);
    }

    /** For a verdict's JSON. */
    String json() {
        String times =
                recoveries.stream().map(r -> Long.toString(r.toMillis())).collect(Collectors.joining(",", "[", "]"));
        return "\"kills\":" + count + ",\"killsBeforeCommit\":" + beforeCommit + ",\"recoveries\":" + times;
    }

    /** How often, for people. */
    String words() {
        return "by SIGKILL, " + beforeCommit + " of them between durable and committed"
                + (atFollowers > 0 ? ", " + atFollowers + " at the commit of another sink" : "");
    }

    /** The recoveries, for people. */
    String recoveryTimes() {
        return recoveries.stream()
                .map(time -> String.format(Locale.ROOT, "%.2f", time.toMillis() / 1000.0))
                .collect(Collectors.joining(", ", "", " s from the start of a process to its first output"));
    }
}
