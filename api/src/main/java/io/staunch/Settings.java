package io.staunch;

import io.staunch.backend.StateBackend;
import io.staunch.error.ConfigurationException;
import io.staunch.observe.JobListener;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** How a job runs: an immutable value. Every method with an argument returns a changed copy; {@link #validate} reports all mistakes at once. */
public final class Settings {
    private static final Duration LONGEST = Duration.ofDays(365);
    private static final long LEAST_LAG_BYTES = 1 << 10;

    private final Options options;

    private Settings(Options options) {
        this.options = options;
    }

    /** Defaults, with the checkpoint store in a folder of this job's own. */
    public static Settings stateIn(Path folder) {
        return new Settings(new Options(Objects.requireNonNull(folder, "the folder of the checkpoint store is null")));
    }

    private Settings with(Consumer<Options> change) {
        Options changed = options.copy();
        change.accept(changed);
        changed.requireAll();
        return new Settings(changed);
    }

    /** The folder of the checkpoint store. */
    public Path state() {
        return options.state;
    }

    /** The same with the checkpoint store in another folder. */
    public Settings state(Path folder) {
        return with(changed -> changed.state = folder);
    }

    /** The interval, counted from the start of one checkpoint to the start of the next; the longest one, if it is not always the same. */
    public Duration checkpointEvery() {
        return options.checkpointEvery;
    }

    /** The shortest interval; the same as {@link #checkpointEvery()} unless {@link #checkpointEvery(Duration, Duration)} was called. */
    public Duration shortestInterval() {
        return options.shortestInterval;
    }

    /** @see #checkpointEvery() */
    public Settings checkpointEvery(Duration interval) {
        return checkpointEvery(interval, interval);
    }

    /**
     * An interval between these two, as short as checkpoints allow: twice what they take, until every ledger has them, so that at most half
     * of the time goes by with one on its way. A fast broker and disk make output visible sooner, slow ones are not asked for more than
     * they can do.
     */
    public Settings checkpointEvery(Duration shortest, Duration longest) {
        return with(changed -> {
            changed.shortestInterval = shortest;
            changed.checkpointEvery = longest;
        });
    }

    /** How long a checkpoint may take before it is given up. */
    public Duration checkpointTimeout() {
        return options.checkpointTimeout;
    }

    /** @see #checkpointTimeout() */
    public Settings checkpointTimeout(Duration timeout) {
        return with(changed -> changed.checkpointTimeout = timeout);
    }

    /** How many checkpoints in a row may fail before the job restarts; each one waits longer than the one before, up to 5 seconds. */
    public int toleratedFailures() {
        return options.toleratedFailures;
    }

    /** @see #toleratedFailures() */
    public Settings toleratedFailures(int inARow) {
        return with(changed -> changed.toleratedFailures = inARow);
    }

    /** Tasks per operator; 0 for the number of processors. */
    public int parallelism() {
        return options.parallelism;
    }

    /** @see #parallelism() */
    public Settings parallelism(int tasks) {
        return with(changed -> changed.parallelism = tasks);
    }

    /** Threads that run tasks; 0 for the number of processors. */
    public int workers() {
        return options.workers;
    }

    /** @see #workers() */
    public Settings workers(int threads) {
        return with(changed -> changed.workers = threads);
    }

    /** Into how many groups keyed state is divided; fixed by the first checkpoint. */
    public int keyGroups() {
        return options.keyGroups;
    }

    /** @see #keyGroups() */
    public Settings keyGroups(int groups) {
        return with(changed -> changed.keyGroups = groups);
    }

    /** How many complete checkpoints are kept at least. */
    public int retain() {
        return options.retain;
    }

    /** @see #retain() */
    public Settings retain(int checkpoints) {
        return with(changed -> changed.retain = checkpoints);
    }

    /** What happens after an error. */
    public RestartPolicy restart() {
        return options.restart;
    }

    /** @see #restart() */
    public Settings restart(RestartPolicy policy) {
        return with(changed -> changed.restart = policy);
    }

    /** What happens when store and ledgers disagree. */
    public StartMode startMode() {
        return options.startMode;
    }

    /** @see #startMode() */
    public Settings startMode(StartMode mode) {
        return with(changed -> changed.startMode = mode);
    }

    /** How long the JVM's shutdown (SIGTERM) waits for a last checkpoint; zero for not at all. */
    public Duration lastCheckpointWithin() {
        return options.lastCheckpointWithin;
    }

    /** @see #lastCheckpointWithin() */
    public Settings lastCheckpointWithin(Duration limit) {
        return with(changed -> changed.lastCheckpointWithin = limit);
    }

    /** How often sources look for new splits, and whether those that they read are still the same. */
    public Duration discoverEvery() {
        return options.discoverEvery;
    }

    /** @see #discoverEvery() */
    public Settings discoverEvery(Duration interval) {
        return with(changed -> changed.discoverEvery = interval);
    }

    /** Where keyed state lives while the job runs; null for the runner's own, which is the heap. */
    public @Nullable StateBackend stateBackend() {
        return options.stateBackend;
    }

    /** @see #stateBackend() */
    public Settings stateBackend(StateBackend backend) {
        return with(changed -> changed.stateBackend = backend);
    }

    /** How many durable checkpoints a sink that writes after them may be behind before the next one waits for it. */
    public int sinkLagCheckpoints() {
        return options.sinkLagCheckpoints;
    }

    /**
     * How many bytes such a sink may be behind, counted over all of them as they are in checkpoints, before the pipeline waits for it. A little more is under
     * way by then: five pieces of 256 KiB for each sink at most, each with the rest of a batch.
     */
    public long sinkLagBytes() {
        return options.sinkLagBytes;
    }

    /**
     * How far a sink that writes after checkpoints ({@link io.staunch.sink.WriteAheadSink}) may be behind the others while its outside is slow or
     * away. Up to there it holds up nothing; then checkpoints wait for it, and with them the output of the job's other sinks. What it is behind is
     * in the checkpoint store. A sink that commits after checkpoints ({@link io.staunch.sink.TwoPhaseCommitSink}) keeps nothing there, and is bound
     * by the number of checkpoints; in a job with one, the pipeline waits when checkpoints do, since nothing else ends its open transaction.
     */
    public Settings sinkLag(int checkpoints, long bytes) {
        return with(changed -> {
            changed.sinkLagCheckpoints = checkpoints;
            changed.sinkLagBytes = bytes;
        });
    }

    /** What of the checkpoint may be dropped; see {@link #drop}. */
    public Set<String> dropped() {
        return options.dropped;
    }

    /**
     * Consents to losing something that the checkpoint has and the pipeline has no more: an operator's state or a source's positions
     * ({@code "orders"}), one state of an operator ({@code "orders.open"}), or a component of the records in a state
     * ({@code "orders.open.lines[].price"}), or what a sink that is gone has not written yet,
     * or a prepared transaction that the outside has dropped, by its name. A start without it is refused, and names what to write here.
     *
     * <p>Also consents to passing over what a {@link io.staunch.sink.WriteAheadSink} was given for one checkpoint and can never write
     * ({@code "table at database, checkpoint 17"}): the start sets its records aside in a file beside the checkpoints, and goes on with the next one. The
     * error that has stopped the job names it. One that names what is not there yet, or a sink that is not in the pipeline, is refused.
     *
     * <p>A consent may stay after it has done its work: then it names nothing any more. So any other one that names nothing, since it is mistyped, refuses
     * no start by itself; the log says so at each, and so does the refusal of a start that lacks a consent.
     */
    public Settings drop(String what) {
        var more = new TreeSet<>(options.dropped);
        more.add(what);
        return with(changed -> changed.dropped = Set.copyOf(more));
    }

    /** Who sees what the job does. */
    public List<JobListener> listeners() {
        return options.listeners;
    }

    /** Adds one who sees what the job does. */
    public Settings listener(JobListener listener) {
        var more = new ArrayList<>(options.listeners);
        more.add(listener);
        return with(changed -> changed.listeners = List.copyOf(more));
    }

    /**
     * Checks all values.
     *
     * @throws ConfigurationException with all mistakes at once
     */
    public void validate() {
        List<String> problems = new ArrayList<>();
        positive(problems, "checkpointEvery", options.checkpointEvery);
        if (!options.shortestInterval.equals(options.checkpointEvery)) {
            positive(problems, "the shortest checkpointEvery", options.shortestInterval);
            if (options.shortestInterval.compareTo(options.checkpointEvery) > 0) {
                problems.add("checkpointEvery must be from a shorter to a longer interval, was from "
                        + options.shortestInterval + " to " + options.checkpointEvery);
            }
        }
        positive(problems, "checkpointTimeout", options.checkpointTimeout);
        positive(problems, "discoverEvery", options.discoverEvery);
        if (options.lastCheckpointWithin.isNegative()) {
            problems.add("lastCheckpointWithin must not be negative, was " + options.lastCheckpointWithin);
        }
        atLeast(problems, "toleratedFailures", 0, options.toleratedFailures);
        atLeast(problems, "parallelism", 0, options.parallelism);
        atLeast(problems, "workers", 0, options.workers);
        atLeast(problems, "retain", 1, options.retain);
        atLeast(problems, "the checkpoints of sinkLag", 1, options.sinkLagCheckpoints);
        if (options.sinkLagBytes < LEAST_LAG_BYTES) {
            problems.add("the bytes of sinkLag must be at least " + LEAST_LAG_BYTES + ", was " + options.sinkLagBytes);
        }
        atLeast(problems, "keyGroups", 1, options.keyGroups);
        if (options.keyGroups > 32_768) {
            problems.add("keyGroups must be at most 32768, was " + options.keyGroups);
        }
        if (options.parallelism > options.keyGroups) {
            problems.add("parallelism " + options.parallelism + " is more than keyGroups " + options.keyGroups
                    + ", so tasks would have no keys: lower the one, or raise the other before the first start");
        }
        if (!problems.isEmpty()) {
            throw new ConfigurationException("settings", problems);
        }
    }

    private static void positive(List<String> problems, String option, Duration value) {
        if (value.isNegative() || value.isZero()) {
            problems.add(option + " must be longer than zero, was " + value);
        } else if (value.compareTo(LONGEST) > 0) {
            problems.add(option + " must be at most " + LONGEST.toDays() + " days, was " + value);
        }
    }

    private static void atLeast(List<String> problems, String option, int least, int value) {
        if (value < least) {
            problems.add(option + " must be at least " + least + ", was " + value);
        }
    }

    /** The values; changed only before the settings that hold them are made. */
    private static final class Options {
        private Path state;
        private Duration checkpointEvery = Duration.ofMillis(100);
        private Duration shortestInterval = checkpointEvery;
        private Duration checkpointTimeout = Duration.ofSeconds(20);
        private int toleratedFailures = 10;
        private int parallelism = 0;
        private int workers = 0;
        private int keyGroups = 128;
        private int retain = 1;
        private int sinkLagCheckpoints = 1_000;
        private long sinkLagBytes = 256L << 20;
        private RestartPolicy restart = RestartPolicy.upTo(10);
        private StartMode startMode = StartMode.CONTINUE;
        private Duration lastCheckpointWithin = Duration.ofSeconds(10);
        private Duration discoverEvery = Duration.ofSeconds(10);
        private @Nullable StateBackend stateBackend;
        private Set<String> dropped = Set.of();
        private List<JobListener> listeners = List.of();

        Options(Path state) {
            this.state = state;
        }

        /** Nobody gains from an error later on. */
        void requireAll() {
            Objects.requireNonNull(state, "state is null");
            Objects.requireNonNull(checkpointEvery, "checkpointEvery is null");
            Objects.requireNonNull(shortestInterval, "the shortest checkpointEvery is null");
            Objects.requireNonNull(checkpointTimeout, "checkpointTimeout is null");
            Objects.requireNonNull(restart, "restart is null");
            Objects.requireNonNull(startMode, "startMode is null");
            Objects.requireNonNull(lastCheckpointWithin, "lastCheckpointWithin is null");
            Objects.requireNonNull(discoverEvery, "discoverEvery is null");
        }

        Options copy() {
            var copy = new Options(state);
            copy.checkpointEvery = checkpointEvery;
            copy.shortestInterval = shortestInterval;
            copy.checkpointTimeout = checkpointTimeout;
            copy.toleratedFailures = toleratedFailures;
            copy.parallelism = parallelism;
            copy.workers = workers;
            copy.keyGroups = keyGroups;
            copy.retain = retain;
            copy.sinkLagCheckpoints = sinkLagCheckpoints;
            copy.sinkLagBytes = sinkLagBytes;
            copy.restart = restart;
            copy.startMode = startMode;
            copy.lastCheckpointWithin = lastCheckpointWithin;
            copy.discoverEvery = discoverEvery;
            copy.stateBackend = stateBackend;
            copy.dropped = dropped;
            copy.listeners = listeners;
            return copy;
        }
    }
}
