package io.staunch.guarantee;

import io.staunch.environment.Disk;
import io.staunch.environment.DiskAccess;
import io.staunch.environment.DiskPlace;
import io.staunch.environment.DiskPlace.What;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Looks whether a folder is such that a guarantee can lean on what is in it. Makes and changes nothing; a folder that is there is synced. */
public final class FolderLook {
    /** With less than that, files and checkpoints soon find no room. */
    static final long LITTLE_BYTES = 64L << 20;

    private final Disk disk;
    private final Path path;
    private final DiskAccess access;
    private final List<Finding> found = new ArrayList<>();

    private FolderLook(Disk disk, Path path, DiskAccess access) {
        this.disk = disk;
        this.path = path.toAbsolutePath().normalize();
        this.access = access;
    }

    /**
     * Looks at a folder; for {@link DiskAccess#READ} it may be a file.
     *
     * @param access what it is to be used for
     * @return what there is to be said of it; if it can't be used at all, only why
     */
    public static List<Finding> at(Disk disk, Path path, DiskAccess access) {
        var look = new FolderLook(disk, path, access);
        DiskPlace place;
        try {
            place = disk.place(path);
            if (place.what() == What.NOTHING
                    && disk.place(Path.of(place.nearest())).what() == What.FILE) {
                return List.of(Finding.failed(
                        place.nearest() + " is a file, so there can be nothing at " + path + " below it",
                        "name a folder, or move the file away"));
            }
        } catch (IOException e) {
            return List.of(Finding.notSeen(String.valueOf(e.getMessage()), null));
        }
        if (look.usable(place)) {
            look.keeping(place);
            if (access != DiskAccess.READ) {
                look.room(place);
                look.names(place);
                look.found.add(Finding.notSeen(
                        "whether the device keeps all that it says it has written (a cache without a battery, a mount option such as"
                                + " nobarrier) can't be seen from here",
                        null));
            }
        }
        return List.copyOf(look.found);
    }

    private boolean usable(DiskPlace place) {
        boolean reads = access == DiskAccess.READ;
        if (place.what() == What.NOTHING && reads) {
            return unusable("there is no file or folder " + path, "make it before the job starts, or name another one");
        }
        if (place.what() == What.FILE && !reads) {
            return unusable(path + " is a file, not a folder", "name a folder, or move the file away");
        }
        if (!place.mayRead() || (!reads && !place.mayWrite())) {
            return unusable(
                    "user " + System.getProperty("user.name") + " may not " + (reads ? "read " : "read and write ")
                            + place.nearest(),
                    "give it the permission, with that to search folders, or name another folder");
        }
        if (!reads && place.readOnly()) {
            return unusable(
                    place.nearest() + " is on a file system that is mounted read-only, " + place.volume(),
                    "mount it for writing (after an error of the disk a system makes it read-only by itself: look at its log), or"
                            + " name another folder");
        }
        String rights = reads ? "this user may read it" : "this user may read and write it";
        found.add(Finding.seen(
                place.what() == What.NOTHING
                        ? "folder " + path + " is not there yet, and can be made in " + place.nearest()
                        : path + " is there, and " + rights));
        return true;
    }

    private boolean unusable(String told, String remedy) {
        found.add(Finding.failed(told, remedy));
        return false;
    }

    private void keeping(DiskPlace place) {
        boolean reads = access == DiskAccess.READ;
        String on = place.type() + " (" + place.volume() + ")";
        String lasting = "name a folder on a local disk (ext4, xfs, btrfs, zfs, APFS, NTFS)";
        found.add(
                switch (place.keeping()) {
                    case JOURNALED ->
                        Finding.seen("file system " + on
                                + " keeps what was synced, and renames files as a whole, also when the power fails");
                    case NO_JOURNAL -> noJournal(on, lasting);
                    case MEMORY ->
                        Finding.failed(
                                "file system " + on + " is in memory: what is in " + path
                                        + " is gone when the machine starts again",
                                lasting);
                    case LAYER ->
                        Finding.notSeen(
                                "file system " + on + " is a layer over a container's image, gone with the container."
                                        + " Whether that is ever made anew can't be seen from here",
                                "mount a volume, and name a folder on it");
                    case NETWORK -> network(on, lasting);
                    case UNKNOWN ->
                        Finding.notSeen(
                                "what file system " + on + " keeps when the power fails is not known"
                                        + (reads ? "" : ", nor whether it renames files as a whole"),
                                reads ? null : lasting);
                });
    }

    private Finding noJournal(String on, String lasting) {
        return access == DiskAccess.READ
                ? Finding.notSeen(
                        "file system " + on
                                + " has no journal: whether files are still whole after a power failure can't be"
                                + " seen from here",
                        null)
                : Finding.failed(
                        "file system " + on
                                + " has no journal: a power failure may leave names and lengths half changed",
                        lasting);
    }

    private Finding network(String on, String lasting) {
        return switch (access) {
            case OWN ->
                Finding.failed(
                        "file system " + on
                                + " is one of a network, where a process that was taken over may not notice it: a start is"
                                + " refused",
                        lasting);
            case WRITE ->
                Finding.notSeen(
                        "file system " + on
                                + " is one of a network: what a crash of its server takes back, and whether it renames files"
                                + " as a whole, is that server's matter",
                        "have the server write through before it answers, or " + lasting);
            case READ ->
                Finding.notSeen(
                        "file system " + on
                                + " is one of a network: whether files keep their identity, and how late a change"
                                + " is noticed, is that server's matter",
                        null);
        };
    }

    private void room(DiskPlace place) {
        String free = (place.usableBytes() >> 20) + " MiB are free on " + place.volume();
        found.add(
                place.usableBytes() < LITTLE_BYTES
                        ? Finding.failed("only " + free, "make room, best by a larger volume")
                        : Finding.seen(free));
    }

    /** Syncs the folder, which changes nothing that a reader could see. */
    private void names(DiskPlace place) {
        if (!place.syncsFolders()) {
            found.add(Finding.notSeen(
                    "folders can't be synced on this system: the names of the last moments may be lost when the power fails",
                    null));
            return;
        }
        try {
            disk.open(Path.of(place.nearest()), DiskAccess.READ).sync();
            found.add(Finding.seen("the names in folder " + place.nearest() + " can be synced: it was tried"));
        } catch (IOException e) {
            found.add(Finding.failed(
                    "the names in folder " + place.nearest() + " can't be synced: " + e.getMessage(),
                    "look at the log of the system, or name a folder on another file system"));
        }
    }
}
