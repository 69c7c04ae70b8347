package io.staunch.verification.matrix;

import io.staunch.Job;
import io.staunch.Staunch;
import io.staunch.jdbc.testkit.DatabaseServer;
import io.staunch.kafka.testkit.broker.BrokerLink;
import io.staunch.kafka.testkit.broker.KafkaBroker;
import io.staunch.observe.JobStatus.Phase;
import io.staunch.observe.ProtocolStep;
import io.staunch.verification.kafka.CountingJob;
import io.staunch.verification.kafka.JobOutput;
import io.staunch.verification.kafka.JobProcess;
import io.staunch.verification.kafka.LifePlan;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TransactionState;
import org.jspecify.annotations.Nullable;

/**
 * Where a case takes place: a job with its topics, somebody who feeds it all the while and somebody who reads what it has committed. Used by
 * one thread, but for {@link #close}.
 */
final class Scene implements AutoCloseable {
    private static final Duration LOOK = Duration.ofMillis(100);

    /** For each key some, so that whatever is lost before them shows. */
    private static final int TAIL = 4 * CountingJob.KEYS;

    private final World world;
    private final String name;
    private final Path folder;
    private final Engine engine;
    /** What cases before this one have left prepared. */
    private final Set<String> preparedBefore;

    private final Feeder feeder;
    private final List<Watcher> watchers;
    private final List<JobProcess> lives = new ArrayList<>();

    private final Deque<AutoCloseable> owned = new ArrayDeque<>();

    private LifePlan plan;
    private List<String> within = List.of();
    private int startedAnew;
    private volatile @Nullable Job lastLife;
    private volatile boolean kept;

    Scene(World world, Subject subject) throws IOException {
        this.world = world;
        name = world.nextName();
        folder = world.folder(name);
        engine = subject.engine();
        preparedBefore = subject.writesTables() ? engine.prepared(database()) : Set.of();
        KafkaBroker broker = world.broker();
        broker.createTopic(CountingJob.in(name), 2);
        plan = LifePlan.of(broker.bootstrapServers(), name, folder.resolve("state"))
                .withGuarantee(subject.guarantee())
                .withOutputs(subject.outputs().stream().map(this::output).toList());
        feeder = new Feeder(broker.adminProperties(), CountingJob.in(name));
        watchers = plan.outputs().stream()
                .map(output -> new Watcher(reader(output, broker)))
                .toList();
    }

    private JobOutput output(JobOutput.Kind kind) {
        return switch (kind) {
            case TOPIC -> JobOutput.TOPIC;
            case FILES -> new JobOutput(kind, filesFolder().toString());
            case WRITE_AHEAD, PREPARED, UPSERT, INSERT ->
                new JobOutput(kind, database().url());
        };
    }

    private Path filesFolder() {
        return folder.resolve("out");
    }

    private OutputReader reader(JobOutput output, KafkaBroker broker) {
        return switch (output.kind()) {
            case TOPIC -> topic(broker);
            case FILES -> new FilesReader(filesFolder());
            case WRITE_AHEAD, PREPARED, UPSERT, INSERT -> table(output);
        };
    }

    private OutputReader topic(KafkaBroker broker) {
        broker.createTopic(CountingJob.out(name), 2);
        return new TopicReader(broker.adminProperties(), CountingJob.out(name));
    }

    private OutputReader table(JobOutput output) {
        try {
            database().run(output.ddl(name).toArray(String[]::new));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return new TableReader(database(), output.table(name));
    }

    DatabaseServer database() {
        return world.database(engine);
    }

    KafkaBroker broker() {
        return world.broker();
    }

    BrokerLink link() {
        return world.link();
    }

    /** A folder of the case's own. */
    Path folder() {
        return folder;
    }

    /** How the job lives, unless a case says otherwise. */
    LifePlan plan() {
        return plan;
    }

    /** The job lives in another way from now on, to the end of the case. */
    void replan(LifePlan other) {
        plan = other;
    }

    /** The job lives within something from now on: a command that runs another. */
    void liveWithin(List<String> command) {
        within = command;
    }

    /** Takes what is to be closed once the case is over. */
    <T extends AutoCloseable> T own(T resource) {
        owned.push(resource);
        return resource;
    }

    JobProcess start(LifePlan life) throws IOException {
        JobProcess process = JobProcess.start(life, folder.resolve("job.log"), within);
        synchronized (lives) {
            lives.add(process);
        }
        return process;
    }

    JobProcess start() throws IOException {
        return start(plan);
    }

    /** Starts a life that stands still at a step, and returns when it does. */
    JobProcess startHeld(LifePlan life, ProtocolStep step, int time) throws IOException, InterruptedException {
        JobProcess job = start(life.until(step, time));
        job.awaitHeld();
        return job;
    }

    /** A whole life, ended by SIGKILL at a step. */
    void killedAt(ProtocolStep step, int time) throws IOException, InterruptedException {
        startHeld(plan, step, time).kill();
    }

    /**
     * Returns when something was put out that has been fed after this call. A job that has ended meanwhile is started anew, as a supervisor
     * would, and that is counted.
     */
    JobProcess goesOn(JobProcess job) throws IOException, InterruptedException {
        int fed = feeder.fed();
        JobProcess now = job;
        while (!allSee(fed)) {
            if (now.ended()) {
                startedAnew++;
                now = start();
            }
        }
        return now;
    }

    private boolean allSee(int number) throws InterruptedException {
        for (Watcher watcher : watchers) {
            if (!watcher.sees(number, LOOK)) {
                return false;
            }
        }
        return true;
    }

    /** Returns when the broker has nothing open of this job's transactions, since it has aborted them or there were none. */
    void awaitNothingOpen() throws InterruptedException, ExecutionException {
        try (Admin admin = broker().admin()) {
            while (admin.listTransactions().all().get().stream()
                    .filter(found -> found.transactionalId().startsWith("staunch-" + name + "-"))
                    .anyMatch(found -> found.state() == TransactionState.ONGOING)) {
                Thread.sleep(LOOK.toMillis());
            }
        }
    }

    int startedAnew() {
        return startedAnew;
    }

    /** What was found so far, held against what was fed so far. */
    Tally.Figures figures() {
        int fed = feeder.fed();
        return watchers.stream()
                .map(watcher -> watcher.figures(fed))
                .reduce(Tally.Figures::plus)
                .orElseThrow();
    }

    /**
     * Ends every life, lets a last one work off all there is without any fault, ends that in order, and holds the output against the
     * input.
     */
    Tally.Figures conclude() throws IOException, InterruptedException, ExecutionException {
        world.heal();
        endLives();
        int fed = feeder.stop();
        if (within.isEmpty()) {
            lastLifeHere(fed);
        } else {
            lastLifeElsewhere(fed);
        }
        for (Watcher watcher : watchers) {
            watcher.readToTheEnd();
        }
        if (plan.outputs().stream().anyMatch(output -> output.kind().isTable())) {
            requireNothingPrepared();
        }
        return figures();
    }

    /** The last life has rolled back whatever the others had prepared and nobody was to commit. */
    private void requireNothingPrepared() {
        Set<String> left = engine.prepared(database());
        left.removeAll(preparedBefore);
        if (!left.isEmpty()) {
            throw new AssertionError("transactions were left prepared: " + left);
        }
    }

    private LifePlan lastPlan() {
        return plan.withPatience(10, 10);
    }

    /** In this JVM, which is warm. */
    private void lastLifeHere(int fed) throws InterruptedException, ExecutionException {
        LifePlan last = lastPlan();
        try (Job job = Staunch.start(CountingJob.pipeline(last), last.settings())) {
            lastLife = job;
            awaitAll(fed, feeder.more(TAIL));
            job.stop();
            job.await();
            if (job.status().phase() != Phase.STOPPED) {
                throw new IllegalStateException("the last life has ended as " + job.status());
            }
        }
    }

    private void lastLifeElsewhere(int fed) throws IOException, InterruptedException, ExecutionException {
        JobProcess job = start(lastPlan());
        job.await(ProtocolStep.RESTORED);
        awaitAll(fed, feeder.more(TAIL));
        job.terminate();
    }

    private void awaitAll(int from, int to) throws InterruptedException {
        for (Watcher watcher : watchers) {
            watcher.awaitAll(from, to);
        }
    }

    /** For a case that was not survived: keeps what its processes have logged and stored, and tells where, and how the last life is. */
    String keep() throws IOException {
        kept = true;
        Path threads = folder.resolve("threads.txt");
        Files.writeString(
                threads,
                Arrays.stream(ManagementFactory.getThreadMXBean().dumpAllThreads(true, true))
                        .map(ThreadInfo::toString)
                        .collect(Collectors.joining()));
        Job last = lastLife;
        return (last == null ? "" : "; its last life: " + last.status()) + "; kept in " + world.kept(name);
    }

    private void endLives() throws InterruptedException {
        List<JobProcess> all;
        synchronized (lives) {
            all = List.copyOf(lives);
        }
        for (JobProcess life : all) {
            life.kill();
        }
    }

    @Override
    public void close() throws Exception {
        endLives();
        while (!owned.isEmpty()) {
            owned.pop().close();
        }
        feeder.close();
        for (Watcher watcher : watchers) {
            watcher.close();
        }
        world.heal();
        world.forget(name, kept);
    }
}
