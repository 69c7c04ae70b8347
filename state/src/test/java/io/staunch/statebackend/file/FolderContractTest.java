package io.staunch.statebackend.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.environment.Disk;
import io.staunch.environment.DiskAccess;
import io.staunch.environment.DiskEntry;
import io.staunch.environment.DiskFile;
import io.staunch.environment.DiskFolder;
import io.staunch.statebackend.disk.LocalDisk;
import io.staunch.testkit.disk.EveryChoice;
import io.staunch.testkit.disk.SimulatedDisk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What sources and sinks of files rely on, of the disk of this machine and of the simulated one alike. */
class FolderContractTest {
    @TempDir
    Path folder;

    private Disk disk(boolean real) {
        return real ? new LocalDisk() : new SimulatedDisk(new SplittableRandom(1));
    }

    private static void write(DiskFolder folder, String name, String text) throws IOException {
        try (DiskFile file = folder.create(name)) {
            file.append(ByteBuffer.wrap(text.getBytes(UTF_8)));
        }
    }

    private static String text(DiskFolder folder, String name) throws IOException {
        return new String(folder.read(name, 0, 100), UTF_8);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aRenamedFileIsTheSameFileAndReplacesTheOneOfThatName(boolean real) throws IOException {
        DiskFolder in = disk(real).open(folder.resolve("a"), DiskAccess.WRITE);
        write(in, "one", "1");
        write(in, "two", "22");
        DiskEntry one = in.entry("one");
        assertThat(one.length()).isEqualTo(1);
        assertThat(one.identity()).isNotEmpty().isNotEqualTo(in.entry("two").identity());
        in.rename("one", "two");
        assertThat(in.list()).containsExactly("two");
        assertThat(text(in, "two")).isEqualTo("1");
        assertThat(in.entry("two")).isEqualTo(one);
        assertThatThrownBy(() -> in.rename("one", "two")).isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> in.entry("one")).isInstanceOf(NoSuchFileException.class);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aFileIsReopenedBehindALength(boolean real) throws IOException {
        DiskFolder in = disk(real).open(folder, DiskAccess.WRITE);
        write(in, "one", "12345");
        try (DiskFile file = in.reopen("one", 3)) {
            assertThat(file.length()).isEqualTo(3);
            file.append(ByteBuffer.wrap("x".getBytes(UTF_8)));
        }
        assertThat(text(in, "one")).isEqualTo("123x");
        assertThatThrownBy(() -> in.reopen("one", 5))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("one");
        assertThatThrownBy(() -> in.reopen("none", 0)).isInstanceOf(NoSuchFileException.class);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void foldersAreListedAndToldFromFiles(boolean real) throws IOException {
        Disk disk = disk(real);
        DiskFolder in = disk.open(folder, DiskAccess.WRITE);
        write(in, "file", "1");
        disk.open(folder.resolve("below"), DiskAccess.WRITE);
        assertThat(in.list()).containsExactlyInAnyOrder("file", "below");
        assertThat(in.entry("below").folder()).isTrue();
        assertThat(in.entry("file").folder()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatIsOpenedToReadIsNotMade(boolean real) throws IOException {
        Disk disk = disk(real);
        write(disk.open(folder, DiskAccess.WRITE), "file", "1");
        assertThatThrownBy(() -> disk.open(folder.resolve("none"), DiskAccess.READ))
                .isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> disk.open(folder.resolve("file"), DiskAccess.READ))
                .isInstanceOf(NotDirectoryException.class);
        assertThat(text(disk.open(folder, DiskAccess.READ), "file")).isEqualTo("1");
    }

    /** More than is written at once, from the middle of it to its end, and nothing. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatIsWrittenAgainForASyncStaysAsItIs(boolean real) throws IOException {
        DiskFolder in = disk(real).open(folder, DiskAccess.WRITE);
        String text = "0123456789".repeat(250_000);
        write(in, "file", text);
        in.sync("file", 1_234_567, text.length());
        in.sync("file", 3, 7);
        in.sync("file", 5, 5);
        in.sync("file");
        assertThat(new String(in.read("file", 0, 2 * text.length()), UTF_8)).isEqualTo(text);
    }

    @Test
    void aPowerFailureLeavesARenamingAsAWholeOrUndoesIt() throws IOException {
        Set<List<String>> seen = new java.util.HashSet<>();
        var choice = new EveryChoice();
        while (choice.next()) {
            var disk = new SimulatedDisk(choice);
            DiskFolder in = disk.open(folder);
            write(in, "one", "1");
            in.sync("one");
            in.sync();
            in.rename("one", "two");
            in.rename("two", "three");
            disk.crash();
            seen.add(List.copyOf(new TreeSet<>(disk.files(folder))));
        }
        assertThat(seen).containsExactlyInAnyOrder(List.of("one"), List.of("three"));
    }

    @Test
    void aRenamingThatWasSyncedStays() throws IOException {
        var choice = new EveryChoice();
        while (choice.next()) {
            var disk = new SimulatedDisk(choice);
            DiskFolder in = disk.open(folder);
            write(in, "one", "1");
            in.sync("one");
            in.rename("one", "two");
            in.sync();
            disk.crash();
            assertThat(disk.files(folder)).containsExactly("two");
        }
    }
}
