package io.staunch.micrometer;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.staunch.Job;
import io.staunch.observe.JobStatus;
import io.staunch.observe.Metrics;
import io.staunch.observe.Metrics.Behind;
import io.staunch.observe.Metrics.Checkpoints;
import io.staunch.observe.Metrics.Timing;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The meters of one job, under names that begin with {@code staunch.}; {@code docs/operations.md} says what each means and when to be
 * alarmed. Each has the tag {@code job}, and some have {@code source}, {@code sink} or {@code task}. Times are in the registry's base unit
 * of time, which is seconds nearly everywhere.
 *
 * <p>All meters are there as soon as {@link #bindTo} returns, whatever the job is doing, and stay the same until they are removed. Nothing
 * is recorded: each look at a meter asks the job, which costs the job nothing.
 *
 * <p><b>Life.</b> A registry holds the job strongly: meters don't turn to NaN because nobody else refers to the job. A job that ends
 * takes no meter with it; its meters show its last figures, and {@code staunch.job.live} and {@code staunch.job.ready} show that it has
 * ended. Before another job of the same name is bound to the same registry, {@link #removeFrom} the first one: a registry keeps the meters
 * that it has, so that it would go on showing the first job.
 *
 * <p>Safe for use by any thread.
 */
public final class StaunchMetrics implements MeterBinder {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final String PREFIX = "staunch.";

    private final Job job;
    private final Tags tags;

    /** The meters of a job. */
    public StaunchMetrics(Job job) {
        this(job, List.of());
    }

    /** The meters of a job, with tags besides {@code job}: of the same keys for all jobs in a registry, since Prometheus takes no others. */
    public StaunchMetrics(Job job, Iterable<Tag> tags) {
        this.job = job;
        this.tags = Tags.of("job", job.name()).and(tags);
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        life(registry);
        records(registry);
        eventTime(registry);
        followers(registry);
        backPressure(registry);
        checkpoints(registry);
        times(registry);
        ages(registry);
    }

    /** Removes this job's meters from a registry, and with them the registry's hold on the job. */
    public void removeFrom(MeterRegistry registry) {
        List<Meter> mine = registry.getMeters().stream()
                .filter(meter -> meter.getId().getName().startsWith(PREFIX)
                        && meter.getId().getTags().containsAll(tags.stream().toList()))
                .toList();
        mine.forEach(registry::remove);
    }

    private void life(MeterRegistry registry) {
        status(registry, "job.live", "1 if the job has not failed, 0 if it has", s -> s.live() ? 1 : 0);
        status(registry, "job.ready", "1 if the job runs and its last checkpoint did not fail", s -> s.ready() ? 1 : 0);
        status(
                registry,
                "job.waiting",
                "For how many things outside the job waits",
                s -> s.waiting().size());
        status(registry, "job.epoch", "The claim under which the job runs: it only grows", JobStatus::epoch);
        status(
                registry,
                "checkpoints.failing",
                "How many checkpoints have failed since the last one completed",
                JobStatus::failedCheckpoints);
        Job held = job;
        FunctionCounter.builder(
                        PREFIX + "job.restarts", held, j -> held.status().restarts())
                .description("Restarts inside the process")
                .tags(tags)
                .register(registry);
    }

    private void records(MeterRegistry registry) {
        Metrics now = job.metrics();
        for (String source : now.recordsIn().keySet()) {
            Tags ofSource = tags.and("source", source);
            count(
                    registry,
                    "source.records",
                    "Records that the source read",
                    "records",
                    ofSource,
                    m -> m.recordsIn().getOrDefault(source, 0L));
            count(
                    registry,
                    "source.skipped",
                    "Records that the source passed over since they could not be read",
                    "records",
                    ofSource,
                    m -> m.recordsSkipped().getOrDefault(source, 0L));
            Gauge.builder(PREFIX + "source.lag", job, j -> lag(j, source))
                    .description("Records between what was read and the end of the input; NaN if not known")
                    .baseUnit("records")
                    .tags(ofSource)
                    .strongReference(true)
                    .register(registry);
        }
        for (String sink : now.recordsOut().keySet()) {
            count(
                    registry,
                    "sink.records",
                    "Records handed to the sink",
                    "records",
                    tags.and("sink", sink),
                    m -> m.recordsOut().getOrDefault(sink, 0L));
            count(
                    registry,
                    "sink.refused",
                    "Records that the sink's outside does not take",
                    "records",
                    tags.and("sink", sink),
                    m -> m.recordsRefused().getOrDefault(sink, 0L));
        }
    }

    /** Of sinks that commit after checkpoints. */
    private void followers(MeterRegistry registry) {
        for (String sink : job.metrics().recordsSetAside().keySet()) {
            Tags ofSink = tags.and("sink", sink);
            count(
                    registry,
                    "sink.aside",
                    "Records of whole intervals that were set aside with consent instead of being written",
                    "records",
                    ofSink,
                    m -> m.recordsSetAside().getOrDefault(sink, 0L));
            behind(
                    registry,
                    "sink.behind",
                    "Durable checkpoints that the sink has not committed",
                    null,
                    sink,
                    Behind::checkpoints);
            behind(
                    registry,
                    "sink.behind.size",
                    "Records that the checkpoint store keeps until the sink has written them",
                    "bytes",
                    sink,
                    Behind::bytes);
        }
    }

    private void behind(
            MeterRegistry registry,
            String name,
            String about,
            @Nullable String unit,
            String sink,
            ToLongFunction<Behind> value) {
        Gauge.builder(
                        PREFIX + name,
                        job,
                        j -> value.applyAsLong(j.metrics().behind().getOrDefault(sink, Behind.NONE)))
                .description(about)
                .baseUnit(unit)
                .tags(tags.and("sink", sink))
                .strongReference(true)
                .register(registry);
    }

    private void eventTime(MeterRegistry registry) {
        Metrics now = job.metrics();
        for (String operator : now.lateDropped().keySet()) {
            count(
                    registry,
                    "operator.late",
                    "Records that came too late and were dropped",
                    "records",
                    tags.and("operator", operator),
                    m -> m.lateDropped().getOrDefault(operator, 0L));
        }
        for (String name : now.watermarks().keySet()) {
            TimeGauge.builder(PREFIX + "watermark", job, TimeUnit.MILLISECONDS, j -> watermark(j, name))
                    .description("How far event time has come, since 1970; NaN if not known")
                    .tags(tags.and("operator", name))
                    .strongReference(true)
                    .register(registry);
        }
    }

    private static double watermark(Job job, String name) {
        long time = job.metrics().watermarks().getOrDefault(name, Long.MIN_VALUE);
        return time == Long.MIN_VALUE ? Double.NaN : time;
    }

    private static double lag(Job job, String source) {
        Long lag = job.metrics().lag().get(source);
        return lag == null ? Double.NaN : lag;
    }

    private void backPressure(MeterRegistry registry) {
        for (String task : job.metrics().blockedNanos().keySet()) {
            count(
                    registry,
                    "task.blocked",
                    "Time for which the task could not go on because its output was full",
                    "seconds",
                    tags.and("task", task),
                    m -> m.blockedNanos().getOrDefault(task, 0L) / NANOS_PER_SECOND);
        }
    }

    private void checkpoints(MeterRegistry registry) {
        count(
                registry,
                "checkpoints.completed",
                "Checkpoints that became durable",
                null,
                tags,
                m -> m.checkpoints().completed());
        count(
                registry,
                "checkpoints.failed",
                "Checkpoints that failed",
                null,
                tags,
                m -> m.checkpoints().failed());
        count(
                registry,
                "checkpoint.written",
                "State that checkpoints wrote",
                "bytes",
                tags,
                m -> m.checkpoints().bytes());
        Gauge.builder(
                        PREFIX + "checkpoint.size",
                        job,
                        j -> j.metrics().checkpoints().lastBytes())
                .description("State that the last checkpoint wrote")
                .baseUnit("bytes")
                .tags(tags)
                .strongReference(true)
                .register(registry);
    }

    private void times(MeterRegistry registry) {
        time(registry, "checkpoint.duration", "From the start of a checkpoint to durable", Checkpoints::duration);
        time(registry, "checkpoint.alignment", "From a task's first barrier to its last", Checkpoints::alignment);
        time(registry, "checkpoint.capture", "Capturing the state of a task", Checkpoints::capture);
        time(registry, "checkpoint.sync", "Making the checkpoint durable in the store", Checkpoints::sync);
        time(registry, "checkpoint.commit", "From durable to settled", Checkpoints::commit);
    }

    private void ages(MeterRegistry registry) {
        age(registry, "checkpoint.durable.age", "Since something has not been durable", Metrics::durableAgeNanos);
        age(registry, "checkpoint.settled.age", "Since something has not been settled", Metrics::settledAgeNanos);
        age(registry, "transaction.age", "Since the oldest open transaction was opened", Metrics::transactionAgeNanos);
    }

    private void status(MeterRegistry registry, String name, String about, ToDoubleFunction<JobStatus> value) {
        Gauge.builder(PREFIX + name, job, j -> value.applyAsDouble(j.status()))
                .description(about)
                .tags(tags)
                .strongReference(true)
                .register(registry);
    }

    /** Function meters hold their object weakly; the function, which is held strongly, holds the job. */
    private void count(
            MeterRegistry registry,
            String name,
            String about,
            @Nullable String unit,
            Tags with,
            ToDoubleFunction<Metrics> value) {
        Job held = job;
        FunctionCounter.builder(PREFIX + name, held, j -> value.applyAsDouble(held.metrics()))
                .description(about)
                .baseUnit(unit)
                .tags(with)
                .register(registry);
    }

    private void time(MeterRegistry registry, String name, String about, Function<Checkpoints, Timing> timing) {
        Job held = job;
        FunctionTimer.builder(
                        PREFIX + name,
                        held,
                        j -> timing.apply(held.metrics().checkpoints()).count(),
                        j -> timing.apply(held.metrics().checkpoints()).totalNanos(),
                        TimeUnit.NANOSECONDS)
                .description(about)
                .tags(tags)
                .register(registry);
    }

    private void age(MeterRegistry registry, String name, String about, ToLongFunction<Metrics> nanos) {
        TimeGauge.builder(PREFIX + name, job, TimeUnit.NANOSECONDS, j -> nanos.applyAsLong(j.metrics()))
                .description(about)
                .tags(tags)
                .strongReference(true)
                .register(registry);
    }
}
