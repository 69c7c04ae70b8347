package io.staunch.verification.kafka;

import io.staunch.RestartPolicy;
import io.staunch.Settings;
import io.staunch.guarantee.Guarantee;
import io.staunch.observe.ProtocolStep;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a {@link JobProcess} is to live: {@link CountingJob}, and at which step it stands still. An immutable value.
 *
 * @param job its name
 * @param folder of its checkpoint store
 * @param interval between checkpoints
 * @param checkpointTimeout after which a checkpoint is given up
 * @param transactionTimeout after which the broker aborts what the job left open
 * @param toleratedFailures how many checkpoints in a row may fail
 * @param restarts how often in a row the job restarts inside the process
 * @param step at which the process stands still, or null for nowhere
 * @param time at the how manieth occurrence of the step, from 1
 * @param outputs where it writes
 */
public record LifePlan(
        String bootstrapServers,
        String job,
        Path folder,
        Guarantee guarantee,
        Duration interval,
        Duration checkpointTimeout,
        Duration transactionTimeout,
        int toleratedFailures,
        int restarts,
        @Nullable ProtocolStep step,
        int time,
        List<JobOutput> outputs) {
    /** Behind all other arguments. */
    private static final int FIRST_OUTPUT = 11;

    private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(500);

    public LifePlan {
        outputs = List.copyOf(outputs);
    }

    /** An exactly-once job that fails with its first error and stands still nowhere. */
    public static LifePlan of(String bootstrapServers, String job, Path folder) {
        return new LifePlan(
                bootstrapServers,
                job,
                folder,
                Guarantee.EXACTLY_ONCE,
                Duration.ofMillis(20),
                Duration.ofSeconds(20),
                Duration.ofMinutes(10),
                10,
                0,
                null,
                0,
                List.of(JobOutput.TOPIC));
    }

    /** The same with its checkpoint store elsewhere. */
    public LifePlan withFolder(Path other) {
        return new LifePlan(
                bootstrapServers,
                job,
                other,
                guarantee,
                interval,
                checkpointTimeout,
                transactionTimeout,
                toleratedFailures,
                restarts,
                step,
                time,
                outputs);
    }

    /** The same with another guarantee. */
    public LifePlan withGuarantee(Guarantee other) {
        return new LifePlan(
                bootstrapServers,
                job,
                folder,
                other,
                interval,
                checkpointTimeout,
                transactionTimeout,
                toleratedFailures,
                restarts,
                step,
                time,
                outputs);
    }

    /** The same with another interval between checkpoints. */
    public LifePlan withInterval(Duration other) {
        return new LifePlan(
                bootstrapServers,
                job,
                folder,
                guarantee,
                other,
                checkpointTimeout,
                transactionTimeout,
                toleratedFailures,
                restarts,
                step,
                time,
                outputs);
    }

    /** The same with other timeouts. */
    public LifePlan withTimeouts(Duration ofCheckpoint, Duration ofTransaction) {
        return new LifePlan(
                bootstrapServers,
                job,
                folder,
                guarantee,
                interval,
                ofCheckpoint,
                ofTransaction,
                toleratedFailures,
                restarts,
                step,
                time,
                outputs);
    }

    /** The same with another patience: failed checkpoints in a row, and restarts in a row. */
    public LifePlan withPatience(int failures, int attempts) {
        return new LifePlan(
                bootstrapServers,
                job,
                folder,
                guarantee,
                interval,
                checkpointTimeout,
                transactionTimeout,
                failures,
                attempts,
                step,
                time,
                outputs);
    }

    /** The same with its output elsewhere. */
    public LifePlan withOutputs(List<JobOutput> other) {
        return new LifePlan(
                bootstrapServers,
                job,
                folder,
                guarantee,
                interval,
                checkpointTimeout,
                transactionTimeout,
                toleratedFailures,
                restarts,
                step,
                time,
                other);
    }

    /** The same, standing still when it takes this step for the n-th time. */
    public LifePlan until(ProtocolStep last, int occurrence) {
        return new LifePlan(
                bootstrapServers,
                job,
                folder,
                guarantee,
                interval,
                checkpointTimeout,
                transactionTimeout,
                toleratedFailures,
                restarts,
                last,
                occurrence,
                outputs);
    }

    /** The settings of the job. */
    public Settings settings() {
        return Settings.stateIn(folder)
                .checkpointEvery(interval)
                .checkpointTimeout(checkpointTimeout)
                .toleratedFailures(toleratedFailures)
                .parallelism(2)
                .restart(
                        restarts == 0
                                ? RestartPolicy.never()
                                : new RestartPolicy(restarts, FIRST_PAUSE, LONGEST_PAUSE));
    }

    /** For a command line. */
    List<String> arguments() {
        List<String> arguments = new ArrayList<>(List.of(
                bootstrapServers,
                job,
                folder.toString(),
                guarantee.name(),
                Long.toString(interval.toMillis()),
                Long.toString(checkpointTimeout.toMillis()),
                Long.toString(transactionTimeout.toMillis()),
                Integer.toString(toleratedFailures),
                Integer.toString(restarts),
                step == null ? "-" : step.name(),
                Integer.toString(time)));
        outputs.forEach(output -> arguments.add(output.text()));
        return arguments;
    }

    static LifePlan of(String[] arguments) {
        return new LifePlan(
                arguments[0],
                arguments[1],
                Path.of(arguments[2]),
                Guarantee.valueOf(arguments[3]),
                Duration.ofMillis(Long.parseLong(arguments[4])),
                Duration.ofMillis(Long.parseLong(arguments[5])),
                Duration.ofMillis(Long.parseLong(arguments[6])),
                Integer.parseInt(arguments[7]),
                Integer.parseInt(arguments[8]),
                arguments[9].equals("-") ? null : ProtocolStep.valueOf(arguments[9]),
                Integer.parseInt(arguments[10]),
                Arrays.stream(arguments).skip(FIRST_OUTPUT).map(JobOutput::of).toList());
    }
}
