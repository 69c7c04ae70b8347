package io.staunch.files;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonRawValue;
import io.staunch.environment.Disk;
import io.staunch.error.ConfigurationException;
import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.sink.RefusedRecordException;
import io.staunch.sink.TwoPhaseCommitContext;
import io.staunch.testkit.disk.DiskCall;
import io.staunch.testkit.disk.DiskFault;
import io.staunch.testkit.disk.DiskPlan;
import io.staunch.testkit.disk.SimulatedDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class FileSinkTest {
    record Reading(int number, @Nullable String text, LocalDate day) {
        static Reading of(int number) {
            return new Reading(
                    number, number % 3 == 0 ? null : "a \"" + number + "\",\r\nb", LocalDate.of(2026, 11, 30));
        }
    }

    private static final Path OUT = Path.of("/out");

    private final World world = new World();
    private final SinkDriver.Store store = new SinkDriver.Store();

    private SinkDriver<String> lines(FileSink<String> sink) throws Exception {
        return new SinkDriver<>(store, sink, world, Integer::toString);
    }

    private List<String> shown() {
        return shown("");
    }

    private List<String> shown(String below) {
        return world.simulated.files(OUT.resolve(below)).stream()
                .filter(name -> !FolderTree.hidden(name))
                .toList();
    }

    private String text(String file) {
        return new String(world.simulated.content(OUT, file), UTF_8);
    }

    @Test
    void aFileIsShownWhenItsCheckpointIsCommittedAndNotBefore() throws Exception {
        SinkDriver<String> job = lines(FileSink.lines(OUT));
        job.write(2);
        job.checkpoint(true);
        assertThat(shown()).isEmpty();
        job.commit();
        assertThat(shown()).containsExactly("sink@job-000001-000000001.txt");
        assertThat(text("sink@job-000001-000000001.txt")).isEqualTo("0\n1\n");
        job.write(1);
        job.checkpoint(true);
        job.commit();
        assertThat(shown()).hasSize(2);
        assertThat(text("sink@job-000001-000000002.txt")).isEqualTo("2\n");
    }

    @Test
    void aCheckpointThatFailsIsShownWithTheNextOne() throws Exception {
        SinkDriver<String> job = lines(FileSink.lines(OUT).rollEvery(Duration.ofDays(1)));
        job.write(1);
        job.checkpoint(true);
        job.write(1);
        job.checkpoint(true);
        job.commit();
        job.end();
        assertThat(text("sink@job-000001-000000001.txt")).isEqualTo("0\n1\n");
    }

    @Test
    void aFileGrowsOverCheckpointsUntilItIsOldEnough() throws Exception {
        SinkDriver<String> job = lines(FileSink.lines(OUT).rollEvery(Duration.ofSeconds(10)));
        for (int i = 0; i < 3; i++) {
            job.write(2);
            job.checkpoint(true);
            job.commit();
            assertThat(shown()).isEmpty();
        }
        world.nanos += 10_000_000_000L;
        job.write(1);
        job.checkpoint(true);
        assertThat(shown()).isEmpty();
        job.commit();
        assertThat(shown()).hasSize(1);
        assertThat(text(shown().get(0)).lines()).hasSize(7);
    }

    @Test
    void aFileThatIsLongEnoughIsWholeInTheMiddleOfAnInterval() throws Exception {
        SinkDriver<String> job = lines(FileSink.lines(OUT).rollAtBytes(4));
        job.write(5);
        job.checkpoint(true);
        job.commit();
        assertThat(shown()).hasSize(2);
        assertThat(text(shown().get(0))).isEqualTo("0\n1\n");
        assertThat(text(shown().get(1))).isEqualTo("2\n3\n");
        job.end();
        assertThat(text(shown().get(2))).isEqualTo("4\n");
    }

    @Test
    void whatOfAnUnfinishedFileIsCommittedIsShownByTheNextRun() throws Exception {
        FileSink<String> sink = FileSink.lines(OUT).rollEvery(Duration.ofDays(1));
        SinkDriver<String> job = lines(sink);
        job.write(2);
        job.checkpoint(true);
        job.commit();
        job.write(2);
        job.checkpoint(false);
        SinkDriver<String> next = lines(sink);
        next.write(1);
        assertThat(shown()).containsExactly("sink@job-000001-000000001.txt");
        assertThat(text("sink@job-000001-000000001.txt")).isEqualTo("0\n1\n");
        next.checkpoint(true);
        next.commit();
        next.end();
        assertThat(text("sink@job-000002-000000001.txt")).isEqualTo("2\n");
        assertThat(world.simulated.files(OUT)).allMatch(name -> !name.contains("writing"));
    }

    @Test
    void whatOfAnUnfinishedFileIsCommittedIsShownAlsoIfTheNextRunHasNoRecords() throws Exception {
        FileSink<String> sink = FileSink.lines(OUT).rollEvery(Duration.ofDays(1));
        SinkDriver<String> job = lines(sink);
        job.write(2);
        job.checkpoint(true);
        job.commit();
        SinkDriver<String> next = lines(sink);
        next.connect();
        assertThat(shown()).containsExactly("sink@job-000001-000000001.txt");
        next.end();
        assertThat(text("sink@job-000001-000000001.txt")).isEqualTo("0\n1\n");
        assertThat(world.simulated.files(OUT)).hasSize(1);
    }

    /** The older process finds that it was taken over, and lets go of its files in good order. */
    @Test
    void aWriterThatEndsWhileItsFileIsCopiedDoesNotSpoilIt() throws Exception {
        FileSink<String> sink = FileSink.lines(OUT).rollEvery(Duration.ofDays(1));
        SinkDriver<String> old = lines(sink);
        old.write(2);
        old.checkpoint(true);
        old.commit();
        SinkDriver<String> next = lines(sink);
        world.simulated.plan(call -> {
            if (call.kind() == DiskCall.Kind.CREATE && call.file().contains(".copy")) {
                old.close();
            }
            return DiskFault.NONE;
        });
        try {
            next.write(1);
        } catch (StaunchException e) {
            assertThat(e.remedy()).isEqualTo(Remedy.RESTART_FROM_CHECKPOINT);
        }
        world.simulated.plan(DiskPlan.NOTHING);
        SinkDriver<String> last = lines(sink);
        last.write(1);
        last.checkpoint(true);
        last.commit();
        last.end();
        assertThat(text("sink@job-000001-000000001.txt")).isEqualTo("0\n1\n");
        assertThat(shown()).hasSize(2);
    }

    @Test
    void aFileThatIsGoneBeforeItsCheckpointIsNamed() throws Exception {
        SinkDriver<String> job = lines(FileSink.lines(OUT));
        job.write(2);
        for (String each : world.simulated.files(OUT)) {
            world.simulated.open(OUT).delete(each);
        }
        assertThatThrownBy(() -> job.checkpoint(true))
                .isInstanceOf(StaunchException.class)
                .hasMessageContaining("sink@job-000001-000000001.txt.writing is gone");
    }

    @Test
    void whatWasShownStaysIfTheSinksOwnFolderIsLost() throws Exception {
        world.simulated.replace(OUT, "sink@job-000001-000000001.txt", "before\n".getBytes(UTF_8));
        SinkDriver<String> job = lines(FileSink.lines(OUT));
        job.write(1);
        job.checkpoint(true);
        job.commit();
        assertThat(text("sink@job-000001-000000001.txt")).isEqualTo("before\n");
        assertThat(text("sink@job-000001-000000002.txt")).isEqualTo("0\n");
    }

    /** At the top of a file system there is lost+found, which is root's alone. */
    @Test
    void aFolderThatMayNotBeReadIsNotInTheWay() throws Exception {
        world.simulated.replace(OUT.resolve("lost+found"), "x", new byte[0]);
        world.simulated.replace(OUT.resolve("day"), ".sink@job-000001-000000001.txt.writing", new byte[0]);
        Disk disk = (path, access) -> {
            if (path.endsWith("lost+found")) {
                throw new IOException("may not be read");
            }
            return world.disk().open(path, access);
        };
        SinkFolder folder = SinkFolder.open(disk, OUT, "sink@job");
        var leftovers = new Leftovers(folder, 2);
        assertThat(leftovers.settle()).isTrue();
        new Strays(folder, disk, leftovers).sweep();
        assertThat(world.simulated.files(OUT.resolve("day"))).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void aSourceReadsWhatASinkHasWritten(Compression compression) throws Exception {
        FileSink<Reading> csv = FileSink.csv(OUT, Reading.class).rollEvery(Duration.ofDays(1));
        FileSink<Reading> sink = switch (compression) {
            case NONE -> csv;
            case GZIP -> csv.gzip();
            case ZSTD -> csv.zstd();
        };
        var job = new SinkDriver<>(store, sink, world, Reading::of);
        for (int i = 0; i < 3; i++) {
            job.write(2);
            job.checkpoint(true);
            job.commit();
        }
        job.end();
        var read = io.staunch.files.Reading.of(
                        world, FileSource.csv(OUT, Reading.class).bounded())
                .all();
        assertThat(read.values)
                .isEqualTo(java.util.stream.IntStream.range(0, 6)
                        .mapToObj(Reading::of)
                        .toList());
        assertThat(shown()).hasSize(1);
    }

    @Test
    void jsonLinesAreReadBack() throws Exception {
        var job = new SinkDriver<>(store, FileSink.jsonLines(OUT, Reading.class), world, Reading::of);
        job.write(4);
        job.checkpoint(true);
        job.commit();
        var read = io.staunch.files.Reading.of(world, FileSource.jsonLines(OUT, Reading.class))
                .all();
        assertThat(read.values).hasSize(4).contains(Reading.of(1), Reading.of(3));
    }

    @Test
    void eachFolderHasFilesOfItsOwn() throws Exception {
        SinkDriver<String> job =
                lines(FileSink.lines(OUT).folderBy(value -> "even=" + (Integer.parseInt(value) % 2 == 0) + "/x"));
        job.write(4);
        job.checkpoint(true);
        job.commit();
        assertThat(shown("even=true/x")).containsExactly("sink@job-000001-000000001.txt");
        assertThat(shown("even=false/x")).containsExactly("sink@job-000001-000000002.txt");
    }

    @Test
    void aRecordWithoutAFolderBelowTheSinksIsRefused() throws Exception {
        for (String bad : List.of("../x", "a/../b", "/a", "", ".a", "_a", "a//b", "a\tb", "\uD800", "ü".repeat(200))) {
            SinkDriver<String> job = lines(FileSink.lines(OUT).folderBy(value -> bad));
            assertThatThrownBy(() -> job.write(1)).as(bad).isInstanceOf(RefusedRecordException.class);
        }
        SinkDriver<String> job = new SinkDriver<>(store, FileSink.lines(OUT), world, n -> "a\nb");
        assertThatThrownBy(() -> job.write(1)).isInstanceOf(RefusedRecordException.class);
    }

    record Raw(@JsonRawValue String json) {}

    @Test
    void aJsonTextOfMoreThanOneLineIsRefused() throws Exception {
        SinkDriver<Raw> job = new SinkDriver<>(
                store, FileSink.jsonLines(OUT, Raw.class), world, n -> new Raw(n == 0 ? "{}" : "{\n}"));
        job.write(1);
        assertThatThrownBy(() -> job.write(1))
                .isInstanceOf(RefusedRecordException.class)
                .hasMessageContaining("two lines");
    }

    private static List<String> lines(SimulatedDisk simulated) {
        return simulated.files(OUT).stream()
                .filter(name -> !FolderTree.hidden(name))
                .sorted()
                .flatMap(name -> new String(simulated.content(OUT, name), UTF_8).lines())
                .toList();
    }

    private static List<String> numbers(int count) {
        return IntStream.range(0, count).mapToObj(Integer::toString).toList();
    }

    /** Seed 110079838: the last file of a job that had ended in good order stayed hidden, since its renaming had failed once. */
    @Test
    void theLastFileIsShownAlsoIfItsRenamingFailsOnce() throws Exception {
        SinkDriver<String> job = lines(FileSink.lines(OUT).rollEvery(Duration.ofDays(1)));
        job.write(2);
        job.checkpoint(true);
        job.commit();
        job.last();
        world.simulated.plan(
                call -> call.kind() == DiskCall.Kind.RENAME && call.file().endsWith(".writing")
                        ? DiskFault.FAIL
                        : DiskFault.NONE);
        assertThatThrownBy(job::commit)
                .isInstanceOfSatisfying(
                        StaunchException.class, e -> assertThat(e.remedy()).isEqualTo(Remedy.RETRY));
        world.simulated.plan(DiskPlan.NOTHING);
        job.reconnect();
        job.commit();
        job.close();
        assertThat(lines(world.simulated)).isEqualTo(numbers(2));
    }

    @ParameterizedTest
    @ValueSource(strings = {".totals", "_totals"})
    void aSinkWhoseFilesEverybodyWouldLeaveOutIsRefused(String name) {
        FileSink<String> sink = FileSink.lines(OUT);
        assertThatThrownBy(() -> sink.connectCommits(new TwoPhaseCommitContext("job", name, "r", world)))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("'" + name + "', begins with");
        assertThat(world.simulated.files(OUT)).isEmpty();
    }

    @Test
    void moreFoldersThanFilesCanBeOpenAreWritten() throws Exception {
        SinkDriver<String> job = lines(FileSink.lines(OUT)
                .rollEvery(Duration.ofDays(1))
                .folderBy(value -> "f=" + Integer.parseInt(value) % 150));
        job.write(300);
        job.checkpoint(true);
        job.commit();
        job.end();
        for (int i = 0; i < 150; i++) {
            int folder = i;
            long lines = shown("f=" + i).stream()
                    .map(name -> new String(world.simulated.content(OUT.resolve("f=" + folder), name), UTF_8))
                    .flatMap(String::lines)
                    .count();
            assertThat(lines).isEqualTo(2);
        }
    }
}
