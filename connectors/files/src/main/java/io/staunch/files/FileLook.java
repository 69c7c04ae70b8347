package io.staunch.files;

import io.staunch.environment.Disk;
import io.staunch.environment.DiskAccess;
import io.staunch.environment.DiskPlace;
import io.staunch.files.FolderTree.Found;
import io.staunch.guarantee.Finding;
import io.staunch.guarantee.FolderLook;
import io.staunch.guarantee.LookContext;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What the files of a source, or the folder of a sink, are like, as far as a guarantee leans on it. Makes and changes nothing. */
final class FileLook {
    /** So many files are tried at most. */
    static final int MOST_TRIED = 1_000;

    private FileLook() {}

    /** Of a folder that is written to. */
    static List<Finding> ofSink(LookContext context, Path root) {
        Disk disk = context.environment().disk();
        List<Finding> found = new ArrayList<>(FolderLook.at(disk, root, DiskAccess.WRITE));
        if (found.stream().noneMatch(each -> each.sight() == Finding.Sight.FAILED)) {
            ownFolders(context, root, found);
        }
        return List.copyOf(found);
    }

    /** Those with ledgers and manifests, of the sinks of this job: a look does not know which of them asks. */
    private static void ownFolders(LookContext context, Path root, List<Finding> found) {
        Disk disk = context.environment().disk();
        Path own = root.resolve(SinkFolder.OWN);
        List<String> names;
        try {
            names = disk.open(own, DiskAccess.READ).list().stream()
                    .filter(each -> each.endsWith(SinkFolder.name("", context.job())))
                    .sorted()
                    .toList();
        } catch (NoSuchFileException e) {
            names = List.of();
        } catch (IOException e) {
            found.add(Finding.failed(
                    "folder " + own + ", which has the ledgers of sinks, can't be read: " + e.getMessage(),
                    "give this user read, write and search permission"));
            return;
        }
        if (names.isEmpty()) {
            found.add(Finding.seen("no sink of job '" + context.job() + "' has written there yet"));
        }
        names.forEach(each -> ownFolder(disk, root, own.resolve(each), found));
    }

    private static void ownFolder(Disk disk, Path root, Path own, List<Finding> found) {
        try {
            DiskPlace place = disk.place(own);
            if (!place.mayRead() || !place.mayWrite()) {
                found.add(Finding.failed(
                        "user " + System.getProperty("user.name") + " may not read and write " + own
                                + ", which has the ledger of a sink",
                        "give it the permission, or run the job as the user that began it"));
            } else if (!place.volume().equals(disk.place(root).volume())) {
                found.addAll(FolderLook.at(disk, own, DiskAccess.WRITE));
            } else {
                found.add(Finding.seen("the ledger of a sink of this job is in " + own));
            }
        } catch (IOException e) {
            found.add(Finding.notSeen(String.valueOf(e.getMessage()), null));
        }
    }

    /** Of files that are read. */
    static List<Finding> ofSource(LookContext context, Path root, FileOptions options) {
        Disk disk = context.environment().disk();
        List<Finding> found = new ArrayList<>(FolderLook.at(disk, root, DiskAccess.READ));
        if (found.stream().noneMatch(each -> each.sight() == Finding.Sight.FAILED)) {
            var tree = new FolderTree(disk, root, options.glob());
            try {
                files(tree, options, found);
            } catch (RuntimeException e) {
                found.add(Finding.failed(
                        String.valueOf(e.getMessage()), "give this user read and search permission below " + root));
            }
            found.add(kept(context, options));
        }
        return List.copyOf(found);
    }

    private static void files(FolderTree tree, FileOptions options, List<Finding> found) {
        List<Found> files = tree.files();
        List<Found> tried = files.subList(0, Math.min(files.size(), MOST_TRIED));
        List<String> bad = new ArrayList<>();
        for (Found each : tried) {
            try {
                each.folder().read(each.name(), 0, 1);
            } catch (NoSuchFileException gone) {
                // Deleted or renamed since it was listed.
                continue;
            } catch (IOException e) {
                bad.add(tree.path(each.id()) + " (" + e.getMessage() + ")");
            }
        }
        if (!bad.isEmpty()) {
            found.add(Finding.failed(
                    bad.size() + " of " + tried.size() + " files can't be read, the first one is " + bad.get(0),
                    "give this user read permission, or move them away"));
        } else {
            found.add(Finding.seen(
                    files.size() + " files are there" + (tried.size() < files.size() ? ", of which the first " : "")
                            + (tried.size() < files.size() ? MOST_TRIED + " can be read" : ", and can be read")));
        }
        found.add(replaced(files, options));
    }

    /** Whether a file that is replaced by another one is noticed. */
    private static Finding replaced(List<Found> files, FileOptions options) {
        if (options.byContent()) {
            return Finding.seen(
                    "a file that is replaced by one with other bytes at its beginning, or a shorter one, is noticed (recogniseByContent)");
        }
        if (files.stream().anyMatch(each -> each.entry().identity().isEmpty())) {
            return Finding.notSeen(
                    "this file system gives files no identity: one that is replaced is noticed only if it is shorter, or has other bytes at"
                            + " its beginning",
                    null);
        }
        return Finding.seen("a file that is replaced is noticed, by its identity in the file system and its beginning");
    }

    private static Finding kept(LookContext context, FileOptions options) {
        String gone = options.deletedAllowed()
                ? "; one that is gone counts as read (allowDeletedFiles)"
                : "; one that is gone stops the job";
        return Finding.notSeen(
                "whether files stay until they are read, also when the job is down for "
                        + context.outage().toHours() + " h, can't be seen from here" + gone,
                "whoever deletes or moves them should wait for longer than that");
    }
}
