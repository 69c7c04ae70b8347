package io.staunch.files;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.sink.TransactionConnection;
import io.staunch.sink.TwoPhaseCommitContext;
import io.staunch.testkit.disk.DiskCall;
import io.staunch.testkit.disk.DiskFault;
import io.staunch.testkit.disk.DiskPlan;
import io.staunch.testkit.disk.SimulatedDisk;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** A process that was replaced, or two of them, stands still within what it does to files that are left over, and goes on later. */
class LateRunsTest {
    private static final Path OUT = Path.of("/out");
    private static final Written FIRST = written(1, 4, false);

    private final SimulatedDisk disk = new SimulatedDisk(new SplittableRandom(1));

    private static Written written(long run, long length, boolean show) {
        String shown = FileTransactions.shown("sink@job", run, 1) + ".txt";
        return new Written("", HiddenFile.hidden(shown), shown, length, show);
    }

    /** As a process of its own. */
    private SinkFolder folder() throws Exception {
        return SinkFolder.open(new World(disk).disk(), OUT, "sink@job");
    }

    private static TransactionConnection<String> connect(SimulatedDisk disk, FileSink<String> sink) throws Exception {
        return sink.connect(new TwoPhaseCommitContext("job", "sink", "sink", new World(disk)));
    }

    /** The process makes no call any more. */
    private static final class Dead extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Dead(String process) {
            super(process);
        }
    }

    private interface Action {
        void run() throws Exception;
    }

    /** Before the first call of a kind something else is done, and nothing more is planned. */
    private static void before(SimulatedDisk disk, Predicate<DiskCall> where, Action action) {
        disk.plan(call -> {
            if (where.test(call)) {
                disk.plan(DiskPlan.NOTHING);
                try {
                    action.run();
                } catch (RuntimeException e) {
                    throw e;
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            }
            return DiskFault.NONE;
        });
    }

    private static Predicate<DiskCall> call(DiskCall.Kind kind, String file) {
        return call -> call.kind() == kind && call.file().equals(file);
    }

    private List<String> shown() {
        return shown(disk, OUT);
    }

    private static List<String> shown(SimulatedDisk disk, Path in) {
        return disk.files(in).stream().filter(name -> !FolderTree.hidden(name)).toList();
    }

    private void committed(String token, Written file) throws Exception {
        folder().put(SinkFolder.COMMITTED + token, new Manifest(1, List.of(file)).bytes());
    }

    /** It lists, and two others begin, the second of which deletes what the first one had its number by. */
    @Test
    void noTwoRunsHaveTheSameNumber() throws Exception {
        FileSink<String> sink = FileSink.lines(OUT);
        before(disk, call(DiskCall.Kind.CREATE, "run-1"), () -> {
            connect(disk, sink).close();
            connect(disk, sink).close();
        });
        try (var late = connect(disk, sink)) {
            late.begin();
            late.write("late", 0);
        }
        assertThat(disk.files(OUT)).containsExactly(written(3, 0, false).hidden());
    }

    /** A transaction was prepared that names it, so the late run gives it its name back. If that one were aborted, all of the file would be deleted. */
    @Test
    void aFileThatIsTakenAwayForAMomentIsNotForgotten() throws Exception {
        committed("t1", FIRST);
        String left = SinkFolder.left(FIRST);
        disk.replace(OUT, left, "one\n".getBytes(UTF_8));
        before(disk, call(DiskCall.Kind.ENTRY, left), () -> disk.open(OUT).rename(left, FIRST.hidden()));
        assertThat(folder().settled()).isEmpty();
    }

    /** The late run shows what of a file is committed; before it syncs that, the live process makes its next entry, and the power fails. */
    @Test
    void whatALateRunShowsIsNotForgottenBeforeItIsDurable() throws Exception {
        for (int seed = 1; seed <= 20; seed++) {
            var simulated = new SimulatedDisk(new SplittableRandom(seed));
            var kept = new SinkDriver.Store();
            FileSink<String> sink =
                    FileSink.lines(OUT).rollEvery(Duration.ofDays(1)).folderBy(value -> value.equals("0") ? "a" : "b");
            var job = new SinkDriver<>(kept, sink, new World(simulated), Integer::toString);
            job.write(1);
            job.checkpoint(true);
            job.commit();
            Path first = OUT.resolve("a");
            Predicate<DiskCall> syncs = call(DiskCall.Kind.SYNC_NAMES, first.toString());
            before(
                    simulated,
                    call -> syncs.test(call) && !shown(simulated, first).isEmpty(),
                    () -> {
                        job.write(1);
                        job.checkpoint(true);
                        job.commit();
                        throw new Dead("late");
                    });
            assertThatThrownBy(() -> connect(simulated, sink)).isInstanceOf(Dead.class);
            simulated.crash();
            new SinkDriver<>(kept, sink, new World(simulated), Integer::toString).end();
            assertThat(shown(simulated, first)).as("seed " + seed).hasSize(1);
        }
    }

    /** The live process has shown the first of two files and not synced it; the late run shows the second one, and the power fails. */
    @Test
    void aLateRunShowsNothingBeforeWhatComesBeforeItIsDurable() throws Exception {
        for (int seed = 1; seed <= 20; seed++) {
            var simulated = new SimulatedDisk(new SplittableRandom(seed));
            FileSink<String> sink = FileSink.lines(OUT).rollAtBytes(1);
            var job = new SinkDriver<>(new SinkDriver.Store(), sink, new World(simulated), Integer::toString);
            job.write(2);
            job.checkpoint(true);
            Predicate<DiskCall> syncs = call(DiskCall.Kind.SYNC_NAMES, OUT.toString());
            before(simulated, call -> syncs.test(call) && shown(simulated, OUT).size() == 1, () -> {
                before(
                        simulated,
                        call -> syncs.test(call) && shown(simulated, OUT).size() == 2,
                        () -> {
                            throw new Dead("late");
                        });
                connect(simulated, sink).close();
            });
            assertThatThrownBy(job::commit).isInstanceOf(Dead.class);
            simulated.crash();
            List<String> seen = shown(simulated, OUT);
            assertThat(seen)
                    .as("seed " + seed)
                    .isEqualTo(List.of(written(1, 0, true).shown(), FileTransactions.shown("sink@job", 1, 2) + ".txt")
                            .subList(0, seen.size()));
        }
    }

    /** The first one waits, since a replaced process has prepared it; the second one is of a transaction whose commit is under way. */
    @Test
    void whatComesAfterAFileThatWaitsIsNotShownBeforeIt() throws Exception {
        Written second = written(2, 4, true);
        disk.replace(OUT, FIRST.hidden(), "one\n".getBytes(UTF_8));
        disk.replace(OUT, second.hidden(), "two\n".getBytes(UTF_8));
        committed("t1", FIRST);
        committed("t2", second);
        folder().put(SinkFolder.PREPARED + "stray", new Manifest(1, List.of(FIRST)).bytes());
        var late = new Leftovers(folder(), 3);
        assertThat(late.settle()).isFalse();
        assertThat(shown()).isEmpty();
        late.finish();
        assertThat(shown()).containsExactly(FIRST.shown(), second.shown());
    }

    /** Both commit a transaction of the same run. The second one dies when it has just begun its copy. */
    @Test
    void ofTwoThatCopyTheSameFileNoneShowsWhatTheOtherHasNotCopiedYet() throws Exception {
        disk.replace(OUT, FIRST.hidden(), "one\n".getBytes(UTF_8));
        committed("t1", FIRST);
        SinkFolder second = folder();
        before(disk, call -> call.kind() == DiskCall.Kind.RENAME && call.file().contains(".copy-"), () -> {
            before(disk, call -> call.kind() == DiskCall.Kind.APPEND, () -> {
                throw new Dead("second");
            });
            assertThatThrownBy(() -> new Leftovers(second, 2).finish()).isInstanceOf(Dead.class);
        });
        new Leftovers(folder(), 2).finish();
        assertThat(shown()).containsExactly(FIRST.shown());
        assertThat(disk.content(OUT, FIRST.shown())).asString(UTF_8).isEqualTo("one\n");
        assertThat(disk.files(OUT)).hasSize(1);
    }

    /** It has made a copy, too, and stands still before that has its name; what the other one shows, a reader takes away. */
    @Test
    void aCopyOfWhatWasShownIsNotShownAgain() throws Exception {
        disk.replace(OUT, FIRST.hidden(), "one\n".getBytes(UTF_8));
        committed("t1", FIRST);
        before(disk, call -> call.kind() == DiskCall.Kind.RENAME && call.file().contains(".copy-"), () -> {
            new Leftovers(folder(), 2).finish();
            assertThat(shown()).hasSize(1);
            disk.open(OUT).delete(FIRST.shown());
        });
        assertThatThrownBy(() -> new Leftovers(folder(), 3).finish()).isInstanceOf(NoSuchFileException.class);
        assertThat(disk.files(OUT)).isEmpty();
    }
}
