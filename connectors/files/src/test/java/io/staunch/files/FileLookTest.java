package io.staunch.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.environment.Disk;
import io.staunch.environment.DiskAccess;
import io.staunch.environment.DiskFolder;
import io.staunch.environment.DiskPlace;
import io.staunch.environment.Environment;
import io.staunch.guarantee.Finding;
import io.staunch.guarantee.Finding.Sight;
import io.staunch.guarantee.LookContext;
import io.staunch.runtime.environment.LocalEnvironment;
import io.staunch.testkit.environment.ForwardingEnvironment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileLookTest {
    private static final LookContext CONTEXT = new LookContext(
            "orders", onAGoodFileSystem(), Duration.ofSeconds(1), Duration.ofSeconds(10), Duration.ofHours(48));

    @TempDir
    Path folder;

    /** This machine, whatever the file system of temporary files: in memory, a look at it fails. */
    private static Environment onAGoodFileSystem() {
        var local = new LocalEnvironment();
        var disk = new Disk() {
            @Override
            public DiskFolder open(Path path, DiskAccess access) throws IOException {
                return local.disk().open(path, access);
            }

            @Override
            public DiskPlace place(Path path) throws IOException {
                DiskPlace is = local.disk().place(path);
                return new DiskPlace(
                        is.what(),
                        is.nearest(),
                        is.volume(),
                        is.type(),
                        DiskPlace.Keeping.JOURNALED,
                        is.syncsFolders(),
                        is.readOnly(),
                        is.mayRead(),
                        is.mayWrite(),
                        1L << 40);
            }
        };
        return new ForwardingEnvironment(local) {
            @Override
            public Disk disk() {
                return disk;
            }
        };
    }

    @Test
    void aSinksFolderIsLookedAtAndNeverMade() throws Exception {
        Path out = folder.resolve("out");
        List<Finding> before = FileSink.lines(out).look(CONTEXT);
        assertThat(told(before)).contains("is not there yet, and can be made", "no sink of job 'orders' has written");
        assertThat(folder).isEmptyDirectory();

        Path own = Files.createDirectories(out.resolve(".staunch").resolve("totals@orders"));
        Files.createDirectories(out.resolve(".staunch").resolve("totals@others"));
        List<Finding> after = FileSink.lines(out).look(CONTEXT);
        assertThat(told(after))
                .contains("the ledger of a sink of this job is in " + own)
                .doesNotContain("others");
        try (Stream<Path> all = Files.walk(folder)) {
            assertThat(all.filter(Files::isRegularFile)).isEmpty();
        }
    }

    @Test
    void aFileIsNoFolderForASink() throws Exception {
        Path file = Files.createFile(folder.resolve("file"));
        assertThat(FileSink.lines(file).look(CONTEXT)).singleElement().satisfies(each -> {
            assertThat(each.sight()).isEqualTo(Sight.FAILED);
            assertThat(each.told()).contains("is a file, not a folder");
        });
        assertThat(FileSink.lines(file.resolve("below")).look(CONTEXT))
                .singleElement()
                .satisfies(each -> {
                    assertThat(each.sight()).isEqualTo(Sight.FAILED);
                    assertThat(each.told()).contains(file + " is a file, so there can be nothing at");
                });
    }

    @Test
    void filesThatAreReadAreCountedAndTried() throws Exception {
        Files.writeString(folder.resolve("a.txt"), "one\n");
        Files.writeString(Files.createDirectory(folder.resolve("below")).resolve("b.txt"), "");
        Files.writeString(folder.resolve("c.csv"), "");
        Files.writeString(folder.resolve(".hidden.txt"), "");
        FileSource<String> source = FileSource.lines(folder).matching("*.txt");
        List<Finding> found = source.look(CONTEXT);
        assertThat(told(found))
                .contains("2 files are there, and can be read", "a file that is replaced is noticed", "down for 48 h");
        assertThat(found).noneMatch(each -> each.sight() == Sight.FAILED);
        assertThat(told(source.allowDeletedFiles().look(CONTEXT))).contains("counts as read");
        assertThat(told(source.recogniseByContent().look(CONTEXT))).contains("recogniseByContent");
    }

    @Test
    void aFolderThatIsNotThereCantBeRead() {
        assertThat(FileSource.lines(folder.resolve("nowhere")).look(CONTEXT))
                .singleElement()
                .satisfies(each -> assertThat(each.sight()).isEqualTo(Sight.FAILED));
    }

    @Test
    void aDiskThatDoesNotTellHidesNoFiles() throws Exception {
        var world = new World();
        world.simulated.replace(World.IN, "a.txt", new byte[] {'a', '\n'});
        var context =
                new LookContext("orders", world, Duration.ofSeconds(1), Duration.ofSeconds(10), Duration.ofHours(1));
        List<Finding> found = FileSource.lines(World.IN).look(context);
        assertThat(found.get(0).sight()).isEqualTo(Sight.NOT_SEEN);
        assertThat(told(found)).contains("1 files are there");
    }

    private static String told(List<Finding> found) {
        return String.join("\n", found.stream().map(Finding::told).toList());
    }
}
