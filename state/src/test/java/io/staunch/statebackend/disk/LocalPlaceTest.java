package io.staunch.statebackend.disk;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.environment.DiskPlace;
import io.staunch.environment.DiskPlace.Keeping;
import io.staunch.environment.DiskPlace.What;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LocalPlaceTest {
    private final LocalDisk disk = new LocalDisk();

    @ParameterizedTest
    @CsvSource({
        "ext4, JOURNALED",
        "xfs, JOURNALED",
        "apfs, JOURNALED",
        "NTFS, JOURNALED",
        "vfat, NO_JOURNAL",
        "ext2, NO_JOURNAL",
        "tmpfs, MEMORY",
        "overlay, LAYER",
        "nfs4, NETWORK",
        "cifs, NETWORK",
        "9p, NETWORK",
        "fuse.sshfs, NETWORK",
        "fuse.fuse-overlayfs, LAYER",
        "fuse.mine, UNKNOWN",
        "fuseblk, UNKNOWN",
        "mine, UNKNOWN"
    })
    void typesAreKnownByTheirNamesInMountTables(String type, Keeping keeping) {
        assertThat(FileSystemTypes.keeping(type)).isEqualTo(keeping);
    }

    @Test
    void aPlaceIsLookedAtAndNothingIsMade(@TempDir Path folder) throws Exception {
        DiskPlace missing = disk.place(folder.resolve("a").resolve("b"));
        assertThat(missing.what()).isEqualTo(What.NOTHING);
        assertThat(missing.nearest()).isEqualTo(folder.toString());
        assertThat(folder).isEmptyDirectory();

        DiskPlace there = disk.place(folder);
        assertThat(there.what()).isEqualTo(What.FOLDER);
        assertThat(there.volume()).isEqualTo(missing.volume());
        assertThat(there.type()).isEqualTo(MountTable.type(folder));
        assertThat(there.mayRead()).isTrue();
        assertThat(there.mayWrite()).isTrue();
        assertThat(there.readOnly()).isFalse();

        Path file = Files.createFile(folder.resolve("file"));
        assertThat(disk.place(file).what()).isEqualTo(What.FILE);
        assertThat(disk.place(file.resolve("below")).nearest()).isEqualTo(file.toString());
    }
}
