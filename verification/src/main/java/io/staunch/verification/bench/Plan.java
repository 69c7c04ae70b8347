package io.staunch.verification.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * How a call measures.
 *
 * @param contenders in the order of a round
 * @param intervals between checkpoints, as text: off, 1s, 100ms; empty for those that a workload has by itself
 * @param rounds of all contenders; each gives one pair of Staunch with every other
 * @param warmUpSeconds before the figures count
 * @param seconds that count
 * @param records in the topic
 * @param parallelism tasks or threads of each step
 * @param heap of each contender, as for -Xmx
 * @param recordings where each run's flight recording goes, if there are to be any
 */
record Plan(
        List<Kind> contenders,
        List<String> intervals,
        int rounds,
        int warmUpSeconds,
        int seconds,
        int records,
        int parallelism,
        String heap,
        Optional<Path> recordings) {
    Plan {
        atLeast(1, "--rounds", rounds);
        atLeast(0, "--warm-up", warmUpSeconds);
        atLeast(1, "--seconds", seconds);
        atLeast(1, "--records", records);
        atLeast(1, "--parallelism", parallelism);
    }

    private static void atLeast(int least, String option, int value) {
        if (value < least) {
            throw new IllegalArgumentException(option + " must be at least " + least + ", was " + value);
        }
    }

    /** The order of a round: every second one is turned round, so that nobody always comes first. */
    List<Kind> order(int round) {
        if (round % 2 == 1) {
            return contenders;
        }
        var turned = new ArrayList<>(contenders);
        Collections.reverse(turned);
        return turned;
    }

    List<String> intervalsOr(String... defaults) {
        return intervals.isEmpty() ? List.of(defaults) : intervals;
    }

    /** The same for a workload that shows nothing without checkpoints. */
    List<String> checkpointedOr(String workload, String... defaults) {
        List<String> chosen = intervalsOr(defaults);
        if (chosen.contains("off")) {
            throw new IllegalArgumentException(
                    workload + " writes at checkpoints, so its interval can't be off: name one, such as 1s");
        }
        return chosen;
    }

    List<String> jvmOptions() {
        List<String> options = new ArrayList<>(List.of("-Xmx" + heap, "-XX:+UseParallelGC"));
        if (recordings.isPresent()) {
            options.add("-XX:StartFlightRecording=settings=profile");
        }
        return options;
    }

    /** An interval that only Staunch has: from a millisecond to a second, as short as commits allow. */
    static final String ADAPTIVE = "adaptive";

    /** Milliseconds of an interval; 0 for off; the longest for an adaptive one. */
    static long intervalMs(String interval) {
        if (interval.equals("off")) {
            return 0;
        }
        if (interval.equals(ADAPTIVE)) {
            return 1000;
        }
        if (interval.matches("\\d+ms")) {
            return Long.parseLong(interval.replace("ms", ""));
        }
        if (interval.matches("\\d+s")) {
            return 1000 * Long.parseLong(interval.replace("s", ""));
        }
        throw new IllegalArgumentException("an interval is off, 1s, 100ms or adaptive, not '" + interval + "'");
    }

    /** The shortest that an adaptive interval gets; of any other, itself. */
    static long shortestMs(String interval) {
        return interval.equals(ADAPTIVE) ? 1 : intervalMs(interval);
    }
}
