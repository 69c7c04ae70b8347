package io.staunch.cli.demo;

import io.staunch.guarantee.Guarantee;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What the demo has found.
 *
 * @param guarantee the level that the job was run with
 * @param expected what had to come out
 * @param counts what has come out
 * @param kills how often the job's process was killed
 * @param killsBeforeCommit how often of those between a durable checkpoint and its commit
 * @param recoveries for each kill, from the start of the next process to its first output
 */
record Verdict(
        Guarantee guarantee,
        Expected expected,
        Tally.Counts counts,
        int kills,
        int killsBeforeCommit,
        List<Duration> recoveries) {
    Verdict {
        recoveries = List.copyOf(recoveries);
    }

    /** Whether not one record is wrong. */
    boolean exact() {
        return counts.out() == expected.records()
                && counts.lost() == 0
                && counts.duplicated() == 0
                && counts.outOfOrder() == 0
                && counts.foreign() == 0
                && counts.wrongTotals() == 0
                && counts.countedTwice() == 0
                && counts.uncounted() == 0
                && counts.totals().equals(expected.totals());
    }

    /** Whether the guarantee was kept that the job was run with. */
    boolean kept() {
        return switch (guarantee) {
            case EXACTLY_ONCE -> exact();
            case AT_LEAST_ONCE -> counts.lost() == 0 && counts.foreign() == 0 && counts.uncounted() == 0;
            case AT_MOST_ONCE -> counts.duplicated() == 0 && counts.foreign() == 0 && counts.countedTwice() == 0;
        };
    }

    /** One JSON object on one line. */
    String json() {
        String times =
                recoveries.stream().map(r -> Long.toString(r.toMillis())).collect(Collectors.joining(",", "[", "]"));
        return "{\"in\":" + expected.records() + ",\"out\":" + counts.out() + ",\"lost\":" + counts.lost()
                + ",\"duplicated\":" + counts.duplicated() + ",\"kills\":" + kills + ",\"killsBeforeCommit\":"
                + killsBeforeCommit + ",\"recoveries\":" + times + "}";
    }
}
