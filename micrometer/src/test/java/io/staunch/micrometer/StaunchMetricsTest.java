package io.staunch.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.staunch.Job;
import io.staunch.Pipeline;
import io.staunch.RestartPolicy;
import io.staunch.Settings;
import io.staunch.aggregate.Aggregates;
import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.observe.JobListener;
import io.staunch.observe.JobStatus.Phase;
import io.staunch.observe.ProtocolEvent;
import io.staunch.observe.ProtocolStep;
import io.staunch.runtime.job.EmbeddedRunner;
import io.staunch.window.TumblingWindows;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Every meter, of a real job whose outside stops and fails as the test says, and whose clock the test sets forward. */
@Timeout(120)
class StaunchMetricsTest {
    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static final Duration HOUR = Duration.ofHours(1);
    private static final double HOUR_SECONDS = 3600;
    private static final Set<String> TIMERS = Set.of("duration", "alignment", "capture", "sync", "commit");

    @TempDir
    Path folder;

    private final World world = new World();
    private final AtomicInteger started = new AtomicInteger();
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final Feed feed = new Feed("feed" + NUMBER.incrementAndGet());
    private final Feed.Tap tap = feed.tap();
    private final Bank bank = new Bank("bank" + NUMBER.incrementAndGet());
    private final Bank.Desk desk = bank.desk();
    private Duration checkpointTimeout = Duration.ofDays(30);
    private Job job;

    private Job launch(String name) {
        Pipeline pipeline = Pipeline.named(name);
        pipeline.from("numbers", feed)
                .keyByLong(n -> n % 10)
                .fold("sums", 0L, (sum, n) -> sum + n)
                .map((key, sum) -> sum)
                .to("out", bank);
        return launch(pipeline);
    }

    private Job launch(Pipeline pipeline) {
        Settings settings = Settings.stateIn(folder.resolve(pipeline.name()))
                .parallelism(1)
                .checkpointEvery(Duration.ofMillis(1))
                .checkpointTimeout(checkpointTimeout)
                .discoverEvery(Duration.ofDays(30))
                .restart(new RestartPolicy(5, Duration.ZERO, Duration.ZERO))
                .lastCheckpointWithin(Duration.ZERO)
                .listener(new JobListener() {
                    @Override
                    public void on(ProtocolEvent event) {
                        if (event.step() == ProtocolStep.CHECKPOINT_STARTED) {
                            started.incrementAndGet();
                        }
                    }
                });
        return new EmbeddedRunner().launch(pipeline, settings, world);
    }

    private void start() {
        job = launch("adding");
        new StaunchMetrics(job).bindTo(registry);
    }

    @AfterEach
    void end() throws InterruptedException {
        desk.holdWrites(false);
        desk.holdCommits(false);
        if (job != null) {
            job.close();
            job.await(Duration.ofSeconds(60));
        }
    }

    private static void until(BooleanSupplier seen) {
        while (!seen.getAsBoolean()) {
            Thread.yield();
        }
    }

    private double gauge(String name, String... tags) {
        return registry.get("staunch." + name).tags(tags).gauge().value();
    }

    private double count(String name, String... tags) {
        return registry.get("staunch." + name).tags(tags).functionCounter().count();
    }

    private double seconds(String name) {
        return registry.get("staunch." + name).timeGauge().value(TimeUnit.SECONDS);
    }

    private FunctionTimer timer(String name) {
        return registry.get("staunch.checkpoint." + name).functionTimer();
    }

    private void allIsSettled(long records) {
        until(() -> count("source.records") >= records && job.status().settled() > 0 && gauge("job.ready") == 1);
        until(() -> job.status().settled() == job.status().durable());
    }

    @Test
    void allMetersAreThereFromTheStartWithTheirTags() {
        start();
        Set<String> found = registry.getMeters().stream()
                .map(Meter::getId)
                .map(id -> id.getName() + " "
                        + id.getTags().stream()
                                .map(tag -> tag.getKey() + "=" + tag.getValue())
                                .collect(Collectors.joining(" ")))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(found)
                .containsExactly(
                        "staunch.checkpoint.alignment job=adding",
                        "staunch.checkpoint.capture job=adding",
                        "staunch.checkpoint.commit job=adding",
                        "staunch.checkpoint.durable.age job=adding",
                        "staunch.checkpoint.duration job=adding",
                        "staunch.checkpoint.settled.age job=adding",
                        "staunch.checkpoint.size job=adding",
                        "staunch.checkpoint.sync job=adding",
                        "staunch.checkpoint.written job=adding",
                        "staunch.checkpoints.completed job=adding",
                        "staunch.checkpoints.failed job=adding",
                        "staunch.checkpoints.failing job=adding",
                        "staunch.job.epoch job=adding",
                        "staunch.job.live job=adding",
                        "staunch.job.ready job=adding",
                        "staunch.job.restarts job=adding",
                        "staunch.job.waiting job=adding",
                        "staunch.sink.records job=adding sink=out",
                        "staunch.sink.refused job=adding sink=out",
                        "staunch.source.lag job=adding source=numbers",
                        "staunch.source.records job=adding source=numbers",
                        "staunch.source.skipped job=adding source=numbers",
                        "staunch.task.blocked job=adding task=numbers[0]",
                        "staunch.task.blocked job=adding task=sums[0]",
                        "staunch.transaction.age job=adding");
    }

    @Test
    void baseUnitsAreThoseOfMicrometer() {
        start();
        for (Meter meter : registry.getMeters()) {
            String name = meter.getId().getName();
            String unit = meter.getId().getBaseUnit();
            if (meter instanceof TimeGauge || meter instanceof FunctionTimer || name.endsWith("blocked")) {
                assertThat(unit).as(name).isEqualTo("seconds");
            } else if (name.endsWith("records")
                    || name.endsWith("skipped")
                    || name.endsWith("refused")
                    || name.endsWith("lag")) {
                assertThat(unit).as(name).isEqualTo("records");
            } else if (name.endsWith("size") || name.endsWith("written")) {
                assertThat(unit).as(name).isEqualTo("bytes");
            } else {
                assertThat(meter).as(name).isInstanceOfAny(Gauge.class, FunctionCounter.class);
                assertThat(unit).as(name).isNull();
            }
        }
    }

    private Job launchIntoBooks(Books books, @Nullable String consent) {
        Pipeline pipeline = Pipeline.named("booking");
        pipeline.from("numbers", feed).to("books", books);
        Settings settings = Settings.stateIn(folder.resolve("booking"))
                .parallelism(1)
                .checkpointEvery(Duration.ofMillis(1))
                .restart(RestartPolicy.never());
        return new EmbeddedRunner().launch(pipeline, consent == null ? settings : settings.drop(consent), world);
    }

    @Test
    void howFarASinkIsBehindAndWhatWasSetAsideIsMeasured() throws Exception {
        var books = new Books("books" + NUMBER.incrementAndGet());
        books.shelf().refuses(new StaunchException("not now", Remedy.RETRY));
        job = launchIntoBooks(books, null);
        new StaunchMetrics(job).bindTo(registry);
        tap.available = 1000;
        until(() -> count("sink.records", "sink", "books") == 1000);
        until(() -> gauge("sink.behind", "sink", "books") > 0 && gauge("sink.behind.size", "sink", "books") > 1000);
        assertThat(gauge("sink.behind", "sink", "books"))
                .isEqualTo((double) job.metrics().behind().get("books").checkpoints());
        assertThat(count("sink.aside", "sink", "books")).isZero();

        books.shelf().refuses(null);
        // a sink is behind by complete checkpoints alone, and the last records may be in one still to come
        until(() -> books.shelf().records() == 1000);
        until(() -> gauge("sink.behind", "sink", "books") == 0 && gauge("sink.behind.size", "sink", "books") == 0);

        books.shelf().refuses(new StaunchException("never", Remedy.FAIL_JOB));
        tap.available = 1500;
        String why = catchThrowable(job::await).getMessage();
        Matcher consent = Pattern.compile("drop\\(\"([^\"]*)\"\\)").matcher(why);
        assertThat(consent.find()).as(why).isTrue();
        job.close();
        new StaunchMetrics(job).removeFrom(registry);
        job = launchIntoBooks(books, consent.group(1));
        new StaunchMetrics(job).bindTo(registry);
        until(() -> count("sink.aside", "sink", "books") > 0);
        assertThat(count("sink.aside", "sink", "books"))
                .isEqualTo(job.metrics().recordsSetAside().get("books").doubleValue());
        assertThat(registry.get("staunch.sink.behind.size").gauge().getId().getBaseUnit())
                .isEqualTo("bytes");
        books.shelf().refuses(null);
    }

    @Test
    void recordsAndCheckpointsAreCounted() {
        start();
        tap.available = 1000;
        allIsSettled(1000);
        assertThat(count("source.records", "source", "numbers")).isEqualTo(1000);
        until(() -> count("sink.records", "sink", "out") == 1000);
        assertThat(gauge("job.live")).isEqualTo(1);
        assertThat(gauge("job.epoch")).isEqualTo(1);
        assertThat(gauge("job.waiting")).isZero();
        assertThat(count("job.restarts")).isZero();
        assertThat(count("checkpoints.failed")).isZero();
        assertThat(gauge("checkpoints.failing")).isZero();
        until(() -> count("checkpoint.written") > 0);
        until(() -> gauge("checkpoint.size") >= 0 && count("checkpoints.completed") > 0);
    }

    @Test
    void recordsThatAreSkippedAreCounted() {
        start();
        assertThat(count("source.skipped", "source", "numbers")).isZero();
        tap.bad = 3;
        tap.available = 10;
        allIsSettled(10);
        assertThat(count("source.skipped", "source", "numbers")).isEqualTo(3);
        assertThat(count("source.records", "source", "numbers")).isEqualTo(10);
        until(() -> count("sink.records", "sink", "out") == 7);
    }

    /** One that has event time. */
    private void startTimed() {
        Pipeline pipeline = Pipeline.named("timed");
        pipeline.from("numbers", feed)
                .eventTimeMillis(n -> n < 10 ? n * 1_000 : n, Duration.ZERO)
                .keyByLong(n -> 0)
                .window(TumblingWindows.of(Duration.ofSeconds(1)))
                .aggregate("counts", Aggregates.count())
                .map((window, key, count) -> count)
                .to("out", bank);
        job = launch(pipeline);
        new StaunchMetrics(job).bindTo(registry);
    }

    @Test
    void eventTimeHasItsWatermarksAndLateRecordsAreCounted() {
        startTimed();
        assertThat(gauge("watermark", "operator", "numbers")).isNaN();
        assertThat(count("operator.late", "operator", "counts")).isZero();
        tap.available = 10;
        for (String operator : List.of("numbers", "counts")) {
            until(() -> gauge("watermark", "operator", operator) == 8.999);
        }
        tap.available = 13;
        until(() -> count("operator.late", "operator", "counts") == 3);
        assertThat(registry.get("staunch.operator.late").meter().getId().getBaseUnit())
                .isEqualTo("records");
        assertThat(registry.get("staunch.watermark").meters())
                .allSatisfy(meter -> assertThat(meter.getId().getBaseUnit()).isEqualTo("seconds"));
        job.finish();
        until(() -> gauge("watermark", "operator", "counts") > 1e15);
    }

    @Test
    void eachCompletedCheckpointHasItsTimes() {
        start();
        tap.available = 1000;
        allIsSettled(1000);
        job.stop();
        until(() -> job.status().phase() == Phase.STOPPED);
        double completed = count("checkpoints.completed");
        assertThat(completed).isPositive();
        for (String name : TIMERS) {
            assertThat(timer(name).count()).as(name).isEqualTo(completed);
        }
        assertThat(timer("duration").totalTime(TimeUnit.NANOSECONDS)).isPositive();
        assertThat(timer("sync").totalTime(TimeUnit.NANOSECONDS))
                .isPositive()
                .isLessThanOrEqualTo(timer("duration").totalTime(TimeUnit.NANOSECONDS));
        assertThat(timer("commit").totalTime(TimeUnit.NANOSECONDS)).isPositive();
        assertThat(timer("capture").totalTime(TimeUnit.NANOSECONDS)).isPositive();
        assertThat(timer("alignment").totalTime(TimeUnit.NANOSECONDS)).isNotNegative();
    }

    @Test
    void theLagIsThatOfTheSourceAndNoNumberWhereItKnowsNone() {
        start();
        assertThat(gauge("source.lag", "source", "numbers")).isNaN();
        tap.closed = true;
        tap.available = 77;
        tap.knowsItsEnd = true;
        world.forward(HOUR);
        until(() -> gauge("source.lag") == 77);
        tap.closed = false;
        allIsSettled(77);
        world.forward(HOUR);
        until(() -> gauge("source.lag") == 0);
    }

    @Test
    void aCommitThatHangsIsSeenInTheAgesOfTheTransactionAndOfWhatIsSettled() {
        start();
        until(() -> gauge("job.ready") == 1);
        desk.holdCommits(true);
        tap.available = 10;
        until(() -> job.status().durable() > job.status().settled());
        double commits = timer("commit").count();
        world.forward(HOUR);
        assertThat(seconds("checkpoint.settled.age")).isGreaterThanOrEqualTo(HOUR_SECONDS);
        assertThat(seconds("transaction.age")).isGreaterThanOrEqualTo(HOUR_SECONDS);
        desk.holdCommits(false);
        until(() -> timer("commit").count() > commits);
        assertThat(timer("commit").totalTime(TimeUnit.SECONDS)).isGreaterThanOrEqualTo(HOUR_SECONDS);
        until(() -> seconds("checkpoint.settled.age") < HOUR_SECONDS);
        until(() -> seconds("transaction.age") == 0);
    }

    @Test
    void aWriteThatHangsIsSeenInTheAgeOfWhatIsDurable() {
        start();
        until(() -> gauge("job.ready") == 1);
        desk.holdWrites(true);
        tap.available = 10;
        until(() -> seconds("transaction.age") > 0);
        world.forward(HOUR);
        assertThat(seconds("checkpoint.durable.age")).isGreaterThanOrEqualTo(HOUR_SECONDS);
        assertThat(seconds("transaction.age")).isGreaterThanOrEqualTo(HOUR_SECONDS);
        desk.holdWrites(false);
        until(() -> seconds("checkpoint.durable.age") < HOUR_SECONDS);
        until(() -> seconds("transaction.age") == 0);
    }

    @Test
    void aJobWithNothingToDoDoesNotAge() {
        start();
        tap.available = 10;
        allIsSettled(10);
        world.forward(HOUR);
        until(() -> seconds("checkpoint.durable.age") < HOUR_SECONDS);
        until(() -> seconds("checkpoint.settled.age") < HOUR_SECONDS);
    }

    @Test
    void aTaskWhoseOutputIsFullIsBlockedForThatTime() {
        start();
        until(() -> gauge("job.ready") == 1);
        desk.holdWrites(true);
        tap.available = 1_000_000;
        until(() -> count("task.blocked", "task", "sums[0]") > 0);
        until(() -> count("task.blocked", "task", "numbers[0]") > 0);
        double before = count("task.blocked", "task", "numbers[0]");
        world.forward(HOUR);
        assertThat(count("task.blocked", "task", "numbers[0]")).isGreaterThanOrEqualTo(before + HOUR_SECONDS);
        desk.holdWrites(false);
        until(() -> count("sink.records") == 1_000_000);
        double after = count("task.blocked", "task", "numbers[0]");
        assertThat(after).isGreaterThanOrEqualTo(before + HOUR_SECONDS);
        world.forward(HOUR);
        assertThat(count("task.blocked", "task", "numbers[0]")).isEqualTo(after);
    }

    @Test
    void aCheckpointThatTakesTooLongCountsAsFailedAndTheJobIsNotReady() {
        checkpointTimeout = HOUR;
        start();
        until(() -> gauge("job.ready") == 1);
        desk.holdWrites(true);
        tap.available = 10;
        var judged = new AtomicInteger();
        until(() -> {
            if (started.get() > judged.get()) {
                judged.set(started.get());
                world.forward(HOUR.multipliedBy(2));
            }
            return count("checkpoints.failed") > 0;
        });
        until(() -> gauge("job.ready") == 0);
        assertThat(gauge("checkpoints.failing")).isPositive();
        assertThat(gauge("job.live")).isEqualTo(1);
        desk.holdWrites(false);
        until(() -> gauge("job.ready") == 1);
        assertThat(gauge("checkpoints.failing")).isZero();
        assertThat(count("checkpoints.failed")).isPositive();
    }

    @Test
    void aRestartIsCountedAndNoCounterGoesBack() {
        start();
        tap.available = 1000;
        allIsSettled(1000);
        double read = count("source.records");
        double completed = count("checkpoints.completed");
        desk.refuse(1);
        tap.available = 2000;
        until(() -> count("job.restarts") == 1);
        assertThat(count("source.records")).isGreaterThanOrEqualTo(read);
        allIsSettled(2000);
        assertThat(count("checkpoints.completed")).isGreaterThan(completed);
        until(() -> count("sink.records") >= 2000);
    }

    @Test
    void aJobThatHasEndedKeepsItsMetersUntilTheyAreRemoved() throws Exception {
        start();
        tap.available = 1000;
        allIsSettled(1000);
        job.stop();
        job.await();
        int meters = registry.getMeters().size();
        world.forward(HOUR);
        assertThat(count("source.records")).isEqualTo(1000);
        assertThat(gauge("job.ready")).isZero();
        assertThat(gauge("job.live")).isEqualTo(1);
        assertThat(seconds("checkpoint.durable.age")).isZero();
        assertThat(seconds("checkpoint.settled.age")).isZero();
        assertThat(seconds("transaction.age")).isZero();

        var again = new StaunchMetrics(job, List.of(Tag.of("place", "here")));
        again.bindTo(registry);
        assertThat(registry.getMeters()).hasSize(2 * meters);
        again.removeFrom(registry);
        assertThat(registry.getMeters()).hasSize(meters);
        new StaunchMetrics(job).removeFrom(registry);
        assertThat(registry.getMeters()).isEmpty();
    }

    @Test
    void aFailedJobIsNotLiveAndGoesOnAging() throws Exception {
        start();
        until(() -> gauge("job.ready") == 1);
        desk.refuse(100);
        tap.available = 10;
        until(() -> job.status().phase() == Phase.FAILED);
        assertThat(gauge("job.live")).isZero();
        assertThat(gauge("job.ready")).isZero();
        world.forward(HOUR);
        assertThat(seconds("checkpoint.settled.age")).isGreaterThanOrEqualTo(HOUR_SECONDS);
        job = null;
    }

    @Test
    void aRegistryHoldsTheJobSoThatItsMetersGoOn() {
        var weak = new WeakReference<>(launch("forgotten"));
        new StaunchMetrics(weak.get()).bindTo(registry);
        System.gc();
        tap.available = 1000;
        until(() -> count("source.records") == 1000);
        until(() -> timer("commit").count() > 0);
        until(() -> gauge("job.ready") == 1);
        assertThat(seconds("checkpoint.durable.age")).isNotNegative();
        job = weak.get();
        assertThat(job).isNotNull();
    }

    @Test
    void theOperationsGuideNamesEveryMeterAndNoOther() throws IOException, InterruptedException {
        startTimed();
        Job booking = launchIntoBooks(new Books("books" + NUMBER.incrementAndGet()), null);
        new StaunchMetrics(booking).bindTo(registry);
        booking.close();
        booking.await(Duration.ofSeconds(60));
        String guide = Files.readString(Path.of("..", "docs", "operations.md"));
        Set<String> named = Pattern.compile("`(staunch\\.[a-z.]+)`")
                .matcher(guide)
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> there = registry.getMeters().stream()
                .map(meter -> meter.getId().getName())
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(named).isEqualTo(there);
    }
}
