package io.staunch.guarantee;

import static io.staunch.environment.DiskAccess.OWN;
import static io.staunch.environment.DiskAccess.READ;
import static io.staunch.environment.DiskAccess.WRITE;
import static io.staunch.guarantee.Finding.Sight.FAILED;
import static io.staunch.guarantee.Finding.Sight.NOT_SEEN;
import static io.staunch.guarantee.Finding.Sight.SEEN;
import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.environment.Disk;
import io.staunch.environment.DiskAccess;
import io.staunch.environment.DiskFolder;
import io.staunch.environment.DiskPlace;
import io.staunch.environment.DiskPlace.Keeping;
import io.staunch.environment.DiskPlace.What;
import io.staunch.guarantee.Finding.Sight;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FolderLookTest {
    private static final Path OUT = Path.of("/data/out");

    private final List<String> calls = new ArrayList<>();

    @ParameterizedTest
    @CsvSource({
        "JOURNALED, SEEN, SEEN, SEEN",
        "NO_JOURNAL, NOT_SEEN, FAILED, FAILED",
        "MEMORY, FAILED, FAILED, FAILED",
        "LAYER, NOT_SEEN, NOT_SEEN, NOT_SEEN",
        "NETWORK, NOT_SEEN, NOT_SEEN, FAILED",
        "UNKNOWN, NOT_SEEN, NOT_SEEN, NOT_SEEN"
    })
    void whatAFileSystemKeepsCountsByWhatItIsUsedFor(Keeping keeping, Sight read, Sight write, Sight own) {
        DiskPlace place = place(What.FOLDER, keeping);
        assertThat(ofFileSystem(place, READ)).isEqualTo(read);
        assertThat(ofFileSystem(place, WRITE)).isEqualTo(write);
        assertThat(ofFileSystem(place, OWN)).isEqualTo(own);
    }

    private Sight ofFileSystem(DiskPlace place, DiskAccess access) {
        return look(place, access).stream()
                .filter(each -> each.told().contains("xyzfs"))
                .findFirst()
                .orElseThrow()
                .sight();
    }

    @Test
    void aGoodFolderIsSeenPointByPointAndItsDeviceCantBe() {
        List<Finding> found = look(place(What.FOLDER, Keeping.JOURNALED), WRITE);
        assertThat(found).extracting(Finding::sight).containsExactly(SEEN, SEEN, SEEN, SEEN, NOT_SEEN);
        assertThat(calls).containsExactly("open /data READ", "sync");
    }

    @Test
    void aFolderThatIsToBeReadIsNotEvenSynced() {
        assertThat(look(place(What.FOLDER, Keeping.JOURNALED), READ))
                .extracting(Finding::sight)
                .containsExactly(SEEN, SEEN);
        assertThat(calls).isEmpty();
    }

    @Test
    void whatIsMissingCanBeMadeButNotRead() {
        assertThat(look(place(What.NOTHING, Keeping.JOURNALED), WRITE).get(0).told())
                .contains("/data/out is not there yet, and can be made in /data");
        assertThat(look(place(What.NOTHING, Keeping.JOURNALED), READ))
                .singleElement()
                .satisfies(each -> assertThat(each.sight()).isEqualTo(FAILED));
    }

    @Test
    void aFileIsNoFolderToWriteTo() {
        assertThat(look(place(What.FILE, Keeping.JOURNALED), READ))
                .extracting(Finding::sight)
                .containsExactly(SEEN, SEEN);
        assertThat(look(place(What.FILE, Keeping.JOURNALED), WRITE))
                .singleElement()
                .satisfies(each -> assertThat(each.told()).contains("is a file"));
    }

    @Test
    void whatCantBeUsedIsToldAlone() {
        DiskPlace good = place(What.FOLDER, Keeping.JOURNALED);
        assertThat(look(with(good, false, true, false, true, 1L << 40), WRITE))
                .singleElement()
                .satisfies(each -> assertThat(each.told()).contains("may not read and write /data"));
        assertThat(look(with(good, false, true, false, true, 1L << 40), READ))
                .extracting(Finding::sight)
                .containsExactly(SEEN, SEEN);
        assertThat(look(with(good, true, true, true, true, 1L << 40), OWN))
                .singleElement()
                .satisfies(each -> assertThat(each.told()).contains("mounted read-only"));
    }

    @Test
    void littleRoomAndNamesThatCantBeSyncedHaveFailed() {
        DiskPlace good = place(What.FOLDER, Keeping.JOURNALED);
        assertThat(look(with(good, false, true, true, true, FolderLook.LITTLE_BYTES - 1), WRITE))
                .filteredOn(each -> each.sight() == FAILED)
                .singleElement()
                .satisfies(each -> assertThat(each.told()).contains("only 63 MiB are free"));
        assertThat(FolderLook.at(disk(good, true), OUT, WRITE))
                .filteredOn(each -> each.sight() == FAILED)
                .singleElement()
                .satisfies(each -> assertThat(each.told()).contains("can't be synced: invalid argument"));
        assertThat(look(with(good, false, true, true, false, 1L << 40), WRITE))
                .anySatisfy(each -> assertThat(each.told()).contains("folders can't be synced on this system"))
                .noneMatch(each -> each.sight() == FAILED);
    }

    @Test
    void aDiskThatDoesNotTellIsNotSeen() {
        Disk silent = (folder, access) -> {
            throw new IOException("not to be opened");
        };
        assertThat(FolderLook.at(silent, OUT, OWN))
                .singleElement()
                .satisfies(each -> assertThat(each.sight()).isEqualTo(NOT_SEEN));
    }

    private List<Finding> look(DiskPlace place, DiskAccess access) {
        return FolderLook.at(disk(place, false), OUT, access);
    }

    private static DiskPlace place(What what, Keeping keeping) {
        return new DiskPlace(what, "/data", "/data (disk)", "xyzfs", keeping, true, false, true, true, 1L << 40);
    }

    private static DiskPlace with(
            DiskPlace place, boolean readOnly, boolean mayRead, boolean mayWrite, boolean syncs, long usable) {
        return new DiskPlace(
                place.what(),
                place.nearest(),
                place.volume(),
                place.type(),
                place.keeping(),
                syncs,
                readOnly,
                mayRead,
                mayWrite,
                usable);
    }

    /** Notes each call; all but opening and syncing fails. */
    private Disk disk(DiskPlace place, boolean syncFails) {
        var folder = (DiskFolder) Proxy.newProxyInstance(
                FolderLookTest.class.getClassLoader(), new Class<?>[] {DiskFolder.class}, (proxy, method, args) -> {
                    calls.add(method.getName());
                    if (!method.getName().equals("sync") || args != null) {
                        throw new UnsupportedOperationException(method.getName());
                    }
                    if (syncFails) {
                        throw new IOException("invalid argument");
                    }
                    return null;
                });
        return new Disk() {
            @Override
            public DiskFolder open(Path path, DiskAccess access) {
                calls.add("open " + path + " " + access);
                return folder;
            }

            @Override
            public DiskPlace place(Path path) {
                return place;
            }
        };
    }
}
