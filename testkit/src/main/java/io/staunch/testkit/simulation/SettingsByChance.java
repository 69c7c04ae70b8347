package io.staunch.testkit.simulation;

import io.staunch.RestartPolicy;
import io.staunch.Settings;
import io.staunch.testkit.simulation.world.Chance;
import java.nio.file.Path;
import java.time.Duration;

/** Settings that a seed chooses: short intervals, few key groups, and from process to process another parallelism. */
final class SettingsByChance {
    private static final int MOST_TASKS = 4;

    private SettingsByChance() {}

    /** What stays for a whole run. */
    static Settings ofRun(Chance chance) {
        Duration longest = micros(chance, 100, 3_000);
        Duration shortest = chance.between(0, 1) == 0 ? longest : micros(chance, 50, longest.toNanos() / 1_000);
        return Settings.stateIn(Path.of("/state"))
                .checkpointEvery(shortest, longest)
                .checkpointTimeout(micros(chance, 50_000, 2_000_000))
                .toleratedFailures((int) chance.between(0, 10))
                .keyGroups(chance.happens(0.1) ? 128 : (int) chance.between(MOST_TASKS, 16))
                .retain((int) chance.between(1, 3))
                .restart(new RestartPolicy(1_000, Duration.ofMillis(1), Duration.ofMillis(50)))
                .lastCheckpointWithin(Duration.ZERO)
                .discoverEvery(micros(chance, 5_000, 500_000));
    }

    /** What each process may have of its own. */
    static Settings ofProcess(Settings run, Chance chance) {
        return run.parallelism((int) chance.between(1, MOST_TASKS)).workers((int) chance.between(1, 3));
    }

    private static Duration micros(Chance chance, long least, long most) {
        return Duration.ofNanos(1_000 * chance.skewed(least, most));
    }
}
