package io.staunch.runtime.job;

import io.staunch.environment.Agent;
import io.staunch.environment.Environment;
import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.protocol.refused.SourcePlace;
import io.staunch.runtime.data.Cursor;
import io.staunch.runtime.sink.CopyWriter;
import io.staunch.runtime.sink.FollowerCommitter;
import io.staunch.runtime.sink.LeadCommitter;
import io.staunch.runtime.sink.LeadWriter;
import io.staunch.runtime.sink.TransactionWriter;
import io.staunch.runtime.task.Command;
import io.staunch.runtime.task.Origins;
import io.staunch.runtime.task.Worker;
import io.staunch.sink.CommitConnection;
import io.staunch.sink.LeadConnection;
import io.staunch.sink.WriteAheadConnection;
import io.staunch.source.SourceReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The agents of one run between a restore and the next fault: workers with their tasks, sinks, the lead, split scouts. Owned by the
 * coordinator, which reaches them through their queues.
 */
final class Execution implements Origins {
    /** An agent that was not started yet, with the bell that reaches it and its stop. */
    record Part(String name, Agent agent, Doorbell bell, Runnable stop) {}

    private final Mailbox mailbox;
    private final List<Part> parts = new ArrayList<>();
    private final List<Worker> workers = new ArrayList<>();
    private final List<Doorbell> workerBells = new ArrayList<>();
    private final Map<String, SplitScout> scouts = new LinkedHashMap<>();
    private final List<Reader> readers = new ArrayList<>();

    /** Of records that the restored checkpoint has in flight; complete before any agent starts. */
    private final List<SourcePlace> restored = new ArrayList<>();

    private final Remembered remembered;
    private final List<Integer> sourceTasks = new ArrayList<>();
    private final List<Integer> otherTasks = new ArrayList<>();
    private final List<String> sinks = new ArrayList<>();
    private final List<Follower> followers = new ArrayList<>();
    private @Nullable Lead lead;
    private boolean started;

    /** The lead's agents. */
    record Lead(
            String name,
            LeadConnection<Object> connection,
            LeadWriter writer,
            Doorbell writerBell,
            LeadCommitter committer,
            Doorbell committerBell) {}

    /** A follower's agents. */
    sealed interface Follower permits Copying, Preparing {}

    /** Those of a sink that writes from a write-ahead copy. */
    record Copying(
            WriteAheadOutside outside,
            CopyWriter writer,
            Doorbell writerBell,
            FollowerCommitter<WriteAheadConnection<Object>> committer,
            Doorbell committerBell)
            implements Follower {}

    /** Those of a sink that prepares. */
    record Preparing(
            PreparedOutside outside,
            TransactionWriter writer,
            Doorbell writerBell,
            FollowerCommitter<CommitConnection> committer,
            Doorbell committerBell)
            implements Follower {}

    /** A reader with the name of its source. */
    private record Reader(String source, SourceReader<Object> reader) {}

    Execution(Mailbox mailbox, Remembered remembered) {
        this.mailbox = mailbox;
        this.remembered = remembered;
    }

    /** The refused records that are still to come. */
    Remembered remembered() {
        return remembered;
    }

    Mailbox mailbox() {
        return mailbox;
    }

    void add(Worker worker, Doorbell bell) {
        workers.add(worker);
        workerBells.add(bell);
        parts.add(new Part("worker-" + (workers.size() - 1), worker, bell, worker::stop));
    }

    void add(Part part) {
        parts.add(part);
    }

    void addSink(String name) {
        sinks.add(name);
    }

    void addScout(String source, SplitScout scout, Doorbell bell) {
        scouts.put(source, scout);
        parts.add(new Part("splits-" + source, scout, bell, scout::stop));
    }

    /** A reader; its number is its place. */
    int addReader(String source, SourceReader<Object> reader) {
        if (readers.size() == Cursor.RESTORED) {
            throw new StaunchException(
                    "the job has more than " + Cursor.RESTORED
                            + " readers, and so many have numbers: each source has one for each of the"
                            + " tasks that parallelism(...) says; choose a smaller parallelism",
                    Remedy.FAIL_JOB);
        }
        readers.add(new Reader(source, reader));
        return readers.size() - 1;
    }

    void addTask(int number, boolean readsSource) {
        (readsSource ? sourceTasks : otherTasks).add(number);
    }

    void lead(Lead connected) {
        lead = connected;
    }

    @Nullable
    Lead lead() {
        return lead;
    }

    void add(Follower follower) {
        followers.add(follower);
    }

    List<Follower> followers() {
        return followers;
    }

    Map<String, SplitScout> scouts() {
        return scouts;
    }

    List<Integer> sourceTasks() {
        return sourceTasks;
    }

    /** Numbers of the tasks that read channels. */
    List<Integer> otherTasks() {
        return otherTasks;
    }

    /** Names of everything that must have flushed before a checkpoint is complete; the lead is one of them. */
    List<String> sinks() {
        return sinks;
    }

    void start(String job, Environment environment) {
        started = true;
        for (Part part : parts) {
            part.bell().connect(environment.start("staunch-" + job + "-" + part.name(), part.agent()));
        }
    }

    void send(Command command) {
        for (int i = 0; i < workers.size(); i++) {
            workers.get(i).send(command);
            workerBells.get(i).run();
        }
    }

    /** Every agent's next step is its last; those that nobody has started yet take it here. */
    void stop() {
        for (Part part : parts) {
            part.stop().run();
            part.bell().run();
        }
        if (!started) {
            started = true;
            parts.forEach(part -> part.agent().step());
            readers.forEach(each -> each.reader().close());
        }
    }

    /** Names of the agents that have not ended yet. */
    List<String> running() {
        List<String> running = new ArrayList<>();
        for (Part part : parts) {
            if (part.bell().running()) {
                running.add(part.name());
            }
        }
        return running;
    }

    /** A record's place, for people. Any thread that the record has come to. */
    String describe(long origin) {
        if (wasInFlight(origin)) {
            return place(origin) + ", which was in flight in the restored checkpoint";
        }
        if (origin < 0 || Cursor.reader(origin) >= readers.size()) {
            return "";
        }
        return readers.get(Cursor.reader(origin)).reader().describe(Cursor.local(origin));
    }

    /** Whether it is the origin of a record that the restored checkpoint has in flight. */
    boolean wasInFlight(long origin) {
        return origin >= 0 && Cursor.reader(origin) == Cursor.RESTORED;
    }

    private SourcePlace place(long origin) {
        return restored.get((int) Cursor.local(origin));
    }

    @Override
    public long restored(SourcePlace place) {
        restored.add(place);
        return Cursor.pack(Cursor.RESTORED, restored.size() - 1L);
    }

    @Override
    public @Nullable SourcePlace locate(long origin) {
        if (wasInFlight(origin)) {
            return place(origin);
        }
        if (origin < 0 || Cursor.reader(origin) >= readers.size()) {
            return null;
        }
        Reader of = readers.get(Cursor.reader(origin));
        return of.reader()
                .place(Cursor.local(origin))
                .map(place -> new SourcePlace(of.source(), place))
                .orElse(null);
    }
}
