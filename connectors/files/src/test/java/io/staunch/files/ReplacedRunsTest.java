package io.staunch.files;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.sink.TransactionConnection;
import io.staunch.sink.TwoPhaseCommitContext;
import io.staunch.testkit.disk.DiskCall;
import io.staunch.testkit.disk.DiskFault;
import io.staunch.testkit.disk.DiskPlan;
import io.staunch.testkit.disk.ProcessKilledException;
import io.staunch.testkit.disk.SimulatedDisk;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A process that was replaced, and the one that has replaced it: what the one has left or still does never spoils what the other commits. */
class ReplacedRunsTest {
    private static final Path OUT = Path.of("/out");

    private final World world = new World();
    private final SinkDriver.Store store = new SinkDriver.Store();

    private SinkDriver<String> lines(FileSink<String> sink) throws Exception {
        return new SinkDriver<>(store, sink, world, Integer::toString);
    }

    private List<String> shown() {
        return shown(world.simulated);
    }

    private static List<String> shown(SimulatedDisk simulated) {
        return simulated.files(OUT).stream()
                .filter(name -> !FolderTree.hidden(name))
                .toList();
    }

    private static List<String> lines(SimulatedDisk simulated) {
        return shown(simulated).stream()
                .sorted()
                .flatMap(name -> new String(simulated.content(OUT, name), UTF_8).lines())
                .toList();
    }

    private static List<String> numbers(int count) {
        return IntStream.range(0, count).mapToObj(Integer::toString).toList();
    }

    /** It had made its checkpoint durable in a store that nobody looks at any more. */
    @Test
    void whatAnOlderProcessHadPreparedIsRolledBackAndItCanNotCommitIt() throws Exception {
        SinkDriver<String> old = lines(FileSink.lines(OUT));
        old.write(1);
        old.checkpoint(true);
        SinkDriver<String> now =
                new SinkDriver<>(new SinkDriver.Store(), FileSink.lines(OUT), world, Integer::toString);
        assertThatThrownBy(old::commit).hasMessageContaining("t1_1 is lost");
        now.write(1);
        now.checkpoint(true);
        now.commit();
        assertThat(shown()).containsExactly("sink@job-000002-000000001.txt");
        assertThat(world.simulated.files(OUT)).hasSize(1);
    }

    /** A clean-up by the beginning of names would take their files, too. */
    @Test
    void aRestartTouchesNoFileOfSinksAndJobsWhoseNamesBeginLikeItsOwn() throws Exception {
        FileSink<String> sink = FileSink.lines(OUT);
        List<TransactionConnection<String>> others = new ArrayList<>();
        for (String sinkAndJob : List.of("sink0@job", "sink@job0", "sink@job-000001", "sink@job-000001-000000001")) {
            String[] names = sinkAndJob.split("@");
            others.add(sink.connect(new TwoPhaseCommitContext(names[1], names[0], sinkAndJob, world)));
        }
        for (TransactionConnection<String> other : others) {
            other.begin();
            other.write("theirs", 0);
        }
        List<String> theirs = world.simulated.files(OUT);
        assertThat(theirs).hasSize(others.size());
        SinkDriver<String> old = lines(sink);
        old.write(1);
        assertThat(world.simulated.files(OUT)).hasSize(theirs.size() + 1);
        lines(sink).connect();
        assertThat(world.simulated.files(OUT)).containsExactlyInAnyOrderElementsOf(theirs);
        for (TransactionConnection<String> other : others) {
            other.prepare("t1");
        }
    }

    /** As long as that lay there, a job that ended in good order kept its last file hidden. */
    @Test
    void whatAnOlderProcessHasPreparedDoesNotHideWhatIsCommittedAtTheEnd() throws Exception {
        var store = new SinkDriver.Store();
        FileSink<String> sink = FileSink.lines(OUT).rollEvery(Duration.ofHours(1));
        var old = new SinkDriver<>(store, sink, world, Integer::toString);
        old.connect();
        var now = new SinkDriver<>(store, sink, world, Integer::toString);
        now.connect();
        old.write(1);
        old.checkpoint(false);
        now.write(2);
        now.checkpoint(true);
        now.commit();
        now.end();
        assertThat(shown()).containsExactly("sink@job-000002-000000001.txt");
    }

    /**
     * Seed 100007118: a process had made its entry and stood still; its successor committed the next checkpoint and died before its own entry; the first
     * one went on and deleted what told of that commit. The successor comes as a whole before each call of the first one in turn.
     */
    @Test
    void whatASuccessorHasCommittedIsNotForgottenByWhoComesLate() throws Exception {
        int inTurn = 0;
        boolean met = true;
        while (met) {
            int between = inTurn++;
            var simulated = new SimulatedDisk(new SplittableRandom(between));
            var kept = new SinkDriver.Store();
            SinkDriver<String> late = start(kept, simulated);
            for (int i = 0; i < 2; i++) {
                late.write(1);
                late.checkpoint(true);
            }
            var calls = new AtomicInteger();
            simulated.plan(call -> {
                if (calls.getAndIncrement() == between) {
                    diesBeforeItsEntry(kept, simulated);
                }
                return DiskFault.NONE;
            });
            try {
                late.commit();
            } catch (StaunchException | IllegalStateException | AssertionError replaced) {
                assertThat(calls.get()).isGreaterThan(between);
            }
            met = calls.get() > between;
            simulated.plan(DiskPlan.NOTHING);
            start(kept, simulated);
            assertThat(shown(simulated)).as("before call " + between).hasSize(2);
        }
        assertThat(inTurn).isGreaterThan(20);
    }

    private static SinkDriver<String> start(SinkDriver.Store kept, SimulatedDisk simulated) throws Exception {
        return new SinkDriver<>(kept, FileSink.lines(OUT), new World(simulated), Integer::toString);
    }

    /** The third line that it appends to the ledger, after the fence and the owner. */
    private static void diesBeforeItsEntry(SinkDriver.Store kept, SimulatedDisk simulated) {
        var lines = new AtomicInteger();
        simulated.plan(call ->
                call.kind() == DiskCall.Kind.APPEND && call.file().startsWith("ledger-") && lines.incrementAndGet() == 3
                        ? DiskFault.KILL
                        : DiskFault.NONE);
        assertThatThrownBy(() -> start(kept, simulated)).isInstanceOf(ProcessKilledException.class);
        simulated.plan(DiskPlan.NOTHING);
    }

    /**
     * Seed 110087678: a process that had been replaced went on with its start, took the files of its successor for left over, and deleted one that the
     * successor had just prepared. The successor prepares and commits as a whole before each call of the start in turn, and the start may die at the
     * one after it, or after that.
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatIsPreparedWhileALaterRunBeginsIsNotLost(boolean grown) throws Exception {
        int inTurn = 0;
        boolean met = true;
        while (met) {
            int between = inTurn++;
            for (int death = 0; death < 8; death++) {
                met = beginsBeside(between, between + death, grown);
            }
        }
        assertThat(inTurn).isGreaterThan(15);
    }

    /**
     * @param death before which call the start dies; there is none if it is the one of the successor
     * @param grown whether a part of the file is committed already
     */
    private static boolean beginsBeside(int between, int death, boolean grown) throws Exception {
        var simulated = new SimulatedDisk(new SplittableRandom(between));
        var kept = new SinkDriver.Store();
        FileSink<String> sink = FileSink.lines(OUT).rollEvery(Duration.ofDays(1));
        var job = new SinkDriver<>(kept, sink, new World(simulated), Integer::toString);
        if (grown) {
            job.write(1);
            job.checkpoint(true);
            job.commit();
        }
        job.write(1);
        var calls = new AtomicInteger();
        simulated.plan(call -> {
            int now = calls.getAndIncrement();
            if (now == between) {
                simulated.plan(DiskPlan.NOTHING);
                endsUnlessItsFileIsGone(job);
                simulated.plan(next -> calls.getAndIncrement() == death ? DiskFault.KILL : DiskFault.NONE);
            }
            return DiskFault.NONE;
        });
        try (var late = sink.connect(new TwoPhaseCommitContext("job", "sink", "sink", new World(simulated)))) {
            assertThat(late).isNotNull();
        } catch (ProcessKilledException e) {
            assertThat(death).isGreaterThan(between);
        }
        boolean met = calls.get() > between;
        simulated.plan(DiskPlan.NOTHING);
        new SinkDriver<>(kept, sink, new World(simulated), Integer::toString).end();
        assertThat(lines(simulated))
                .as("before call " + between + ", dead at " + death)
                .isEqualTo(numbers(kept.position()));
        return met;
    }

    private static void endsUnlessItsFileIsGone(SinkDriver<String> job) {
        try {
            job.last();
            job.commit();
        } catch (StaunchException gone) {
            assertThat(gone.remedy()).isEqualTo(Remedy.RESTART_FROM_CHECKPOINT);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** Seed 110099864: what an older run had prepared, for a checkpoint that failed, held back the file; what came later was seen before it. */
    @Test
    void whatAnOlderRunHasLeftIsShownBeforeWhatComesLater() throws Exception {
        FileSink<String> sink = FileSink.lines(OUT).rollEvery(Duration.ofDays(1));
        SinkDriver<String> old = lines(sink);
        old.write(1);
        old.checkpoint(true);
        old.commit();
        old.write(1);
        old.checkpoint(false);
        var next = new SinkDriver<>(store, FileSink.lines(OUT), world, Integer::toString, Broken.STRAYS_KEPT);
        next.write(1);
        next.checkpoint(true);
        next.commit();
        assertThat(lines(world.simulated)).isEqualTo(numbers(2));
    }
}
