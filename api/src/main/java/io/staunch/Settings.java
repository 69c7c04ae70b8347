package io.staunch;

import io.staunch.error.ConfigurationException;
import io.staunch.observe.JobListener;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * How a job runs: an immutable value. Every method returns a changed copy; {@link #validate} reports all mistakes at once.
 *
 * @param state folder of the checkpoint store
 * @param checkpointEvery interval, counted from the start of one checkpoint to the start of the next
 * @param checkpointTimeout how long a checkpoint may take before it is given up
 * @param toleratedFailures how many checkpoints in a row may fail before the job restarts
 * @param parallelism tasks per operator; 0 for the number of processors
 * @param workers threads that run tasks; 0 for the number of processors
 * @param keyGroups into how many groups keyed state is divided; fixed by the first checkpoint
 * @param retain how many complete checkpoints are kept at least
 * @param restart what happens after an error
 * @param startMode what happens when store and ledgers disagree
 * @param dropped operators whose state in the checkpoint may be dropped because the pipeline has them no more
 * @param lastCheckpointWithin how long the JVM's shutdown (SIGTERM) waits for a last checkpoint; zero for not at all
 * @param discoverEvery how often sources look for new splits
 * @param listeners who sees what the job does
 */
public record Settings(
        Path state,
        Duration checkpointEvery,
        Duration checkpointTimeout,
        int toleratedFailures,
        int parallelism,
        int workers,
        int keyGroups,
        int retain,
        RestartPolicy restart,
        StartMode startMode,
        Set<String> dropped,
        Duration lastCheckpointWithin,
        Duration discoverEvery,
        List<JobListener> listeners) {
    public Settings {
        dropped = Set.copyOf(dropped);
        listeners = List.copyOf(listeners);
    }

    /** Defaults, with the checkpoint store in a folder of this job's own. */
    public static Settings stateIn(Path folder) {
        return new Settings(
                folder,
                Duration.ofMillis(100),
                Duration.ofSeconds(20),
                10,
                0,
                0,
                128,
                1,
                RestartPolicy.upTo(10),
                StartMode.CONTINUE,
                Set.of(),
                Duration.ofSeconds(10),
                Duration.ofMinutes(1),
                List.of());
    }

    public Settings checkpointEvery(Duration interval) {
        return new Settings(
                state,
                interval,
                checkpointTimeout,
                toleratedFailures,
                parallelism,
                workers,
                keyGroups,
                retain,
                restart,
                startMode,
                dropped,
                lastCheckpointWithin,
                discoverEvery,
                listeners);
    }

    public Settings checkpointTimeout(Duration timeout) {
        return new Settings(
                state,
                checkpointEvery,
                timeout,
                toleratedFailures,
                parallelism,
                workers,
                keyGroups,
                retain,
                restart,
                startMode,
                dropped,
                lastCheckpointWithin,
                discoverEvery,
                listeners);
    }

    public Settings toleratedFailures(int inARow) {
        return new Settings(
                state,
                checkpointEvery,
                checkpointTimeout,
                inARow,
                parallelism,
                workers,
                keyGroups,
                retain,
                restart,
                startMode,
                dropped,
                lastCheckpointWithin,
                discoverEvery,
                listeners);
    }

    public Settings parallelism(int tasks) {
        return new Settings(
                state,
                checkpointEvery,
                checkpointTimeout,
                toleratedFailures,
                tasks,
                workers,
                keyGroups,
                retain,
                restart,
                startMode,
                dropped,
                lastCheckpointWithin,
                discoverEvery,
                listeners);
    }

    public Settings workers(int threads) {
        return new Settings(
                state,
                checkpointEvery,
                checkpointTimeout,
                toleratedFailures,
                parallelism,
                threads,
                keyGroups,
                retain,
                restart,
                startMode,
                dropped,
                lastCheckpointWithin,
                discoverEvery,
                listeners);
    }

    public Settings keyGroups(int groups) {
        return new Settings(
                state,
                checkpointEvery,
                checkpointTimeout,
                toleratedFailures,
                parallelism,
                workers,
                groups,
                retain,
                restart,
                startMode,
                dropped,
                lastCheckpointWithin,
                discoverEvery,
                listeners);
    }

    public Settings retain(int checkpoints) {
        return new Settings(
                state,
                checkpointEvery,
                checkpointTimeout,
                toleratedFailures,
                parallelism,
                workers,
                keyGroups,
                checkpoints,
                restart,
                startMode,
                dropped,
                lastCheckpointWithin,
                discoverEvery,
                listeners);
    }

    public Settings restart(RestartPolicy policy) {
        return new Settings(
                state,
                checkpointEvery,
                checkpointTimeout,
                toleratedFailures,
                parallelism,
                workers,
                keyGroups,
                retain,
                policy,
                startMode,
                dropped,
                lastCheckpointWithin,
                discoverEvery,
                listeners);
    }

    public Settings startMode(StartMode mode) {
        return new Settings(
                state,
                checkpointEvery,
                checkpointTimeout,
                toleratedFailures,
                parallelism,
                workers,
                keyGroups,
                retain,
                restart,
                mode,
                dropped,
                lastCheckpointWithin,
                discoverEvery,
                listeners);
    }

    /** Consents to dropping the state of an operator that the pipeline has no more. */
    public Settings drop(String operator) {
        var more = new TreeSet<>(dropped);
        more.add(operator);
        return new Settings(
                state,
                checkpointEvery,
                checkpointTimeout,
                toleratedFailures,
                parallelism,
                workers,
                keyGroups,
                retain,
                restart,
                startMode,
                more,
                lastCheckpointWithin,
                discoverEvery,
                listeners);
    }

    public Settings lastCheckpointWithin(Duration limit) {
        return new Settings(
                state,
                checkpointEvery,
                checkpointTimeout,
                toleratedFailures,
                parallelism,
                workers,
                keyGroups,
                retain,
                restart,
                startMode,
                dropped,
                limit,
                discoverEvery,
                listeners);
    }

    public Settings discoverEvery(Duration interval) {
        return new Settings(
                state,
                checkpointEvery,
                checkpointTimeout,
                toleratedFailures,
                parallelism,
                workers,
                keyGroups,
                retain,
                restart,
                startMode,
                dropped,
                lastCheckpointWithin,
                interval,
                listeners);
    }

    public Settings listener(JobListener listener) {
        var more = new ArrayList<>(listeners);
        more.add(listener);
        return new Settings(
                state,
                checkpointEvery,
                checkpointTimeout,
                toleratedFailures,
                parallelism,
                workers,
                keyGroups,
                retain,
                restart,
                startMode,
                dropped,
                lastCheckpointWithin,
                discoverEvery,
                more);
    }

    /**
     * Checks all values.
     *
     * @throws ConfigurationException with all mistakes at once
     */
    public void validate() {
        List<String> problems = new ArrayList<>();
        positive(problems, "checkpointEvery", checkpointEvery);
        positive(problems, "checkpointTimeout", checkpointTimeout);
        positive(problems, "discoverEvery", discoverEvery);
        if (lastCheckpointWithin.isNegative()) {
            problems.add("lastCheckpointWithin must not be negative, was " + lastCheckpointWithin);
        }
        atLeast(problems, "toleratedFailures", 0, toleratedFailures);
        atLeast(problems, "parallelism", 0, parallelism);
        atLeast(problems, "workers", 0, workers);
        atLeast(problems, "retain", 1, retain);
        atLeast(problems, "keyGroups", 1, keyGroups);
        if (keyGroups > 32_768) {
            problems.add("keyGroups must be at most 32768, was " + keyGroups);
        }
        if (parallelism > keyGroups) {
            problems.add("parallelism " + parallelism + " is more than keyGroups " + keyGroups
                    + ", so tasks would have no keys: lower the one, or raise the other before the first start");
        }
        if (!problems.isEmpty()) {
            throw new ConfigurationException("settings", problems);
        }
    }

    private static void positive(List<String> problems, String option, Duration value) {
        if (value.isNegative() || value.isZero()) {
            problems.add(option + " must be longer than zero, was " + value);
        }
    }

    private static void atLeast(List<String> problems, String option, int least, int value) {
        if (value < least) {
            problems.add(option + " must be at least " + least + ", was " + value);
        }
    }
}
