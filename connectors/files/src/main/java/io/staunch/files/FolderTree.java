package io.staunch.files;

import io.staunch.environment.Disk;
import io.staunch.environment.DiskAccess;
import io.staunch.environment.DiskEntry;
import io.staunch.environment.DiskFolder;
import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The files that a source reads: those of a folder and the folders in it, but for hidden ones, or a single one. Names that begin with a dot or
 * an underscore are hidden: so are those of files that a {@link FileSink} has not finished. Owned by one thread.
 */
final class FolderTree {
    private final Disk disk;
    private final Path root;
    private final PathMatcher matcher;
    private boolean single;

    /** A file, and where it is. */
    record Found(String id, DiskFolder folder, String name, DiskEntry entry) {}

    FolderTree(Disk disk, Path root, String glob) {
        this.disk = disk;
        this.root = root;
        matcher = FileSystems.getDefault().getPathMatcher("glob:" + glob);
    }

    /** All files that are there now, by name. */
    List<Found> files() {
        DiskFolder folder = rootFolder();
        List<Found> found = new ArrayList<>();
        try {
            if (folder == null) {
                found.add(single());
            } else {
                collect(folder, root, "", found);
            }
        } catch (IOException e) {
            throw FileFault.unreadable(root.toString(), e);
        }
        return found;
    }

    /** @return the folder; null if the root is a file */
    private @Nullable DiskFolder rootFolder() {
        try {
            DiskFolder folder = disk.open(root, DiskAccess.READ);
            single = false;
            return folder;
        } catch (NotDirectoryException e) {
            single = true;
            return null;
        } catch (NoSuchFileException e) {
            throw new StaunchException(
                    "there is no file or folder " + root.toAbsolutePath()
                            + " to read; make it before the job starts, or name another one",
                    Remedy.FAIL_JOB,
                    e);
        } catch (IOException e) {
            throw FileFault.unreadable(root.toString(), e);
        }
    }

    private Found single() throws IOException {
        Path absolute = root.toAbsolutePath().normalize();
        DiskFolder folder = disk.open(absolute.getParent(), DiskAccess.READ);
        String name = absolute.getFileName().toString();
        return new Found(name, folder, name, folder.entry(name));
    }

    private void collect(DiskFolder folder, Path path, String prefix, List<Found> found) throws IOException {
        List<String> names = new ArrayList<>(folder.list());
        Collections.sort(names);
        for (String name : names) {
            if (hidden(name)) {
                continue;
            }
            try {
                DiskEntry entry = folder.entry(name);
                if (entry.folder()) {
                    Path below = path.resolve(name);
                    collect(disk.open(below, DiskAccess.READ), below, prefix + name + "/", found);
                } else if (matcher.matches(Path.of(name))) {
                    found.add(new Found(prefix + name, folder, name, entry));
                }
            } catch (NoSuchFileException gone) {
                // Deleted or renamed since it was listed: the next look finds what there is then.
                continue;
            }
        }
    }

    static boolean hidden(String name) {
        return name.startsWith(".") || name.startsWith("_");
    }

    /**
     * The file with that id.
     *
     * @throws NoSuchFileException if there is none
     */
    Found file(String id) throws IOException {
        if (rootFolder() == null) {
            Found single = single();
            if (!single.id().equals(id)) {
                throw new NoSuchFileException(path(id));
            }
            return single;
        }
        int slash = id.lastIndexOf('/');
        DiskFolder folder = disk.open(slash < 0 ? root : root.resolve(id.substring(0, slash)), DiskAccess.READ);
        String name = id.substring(slash + 1);
        return new Found(id, folder, name, folder.entry(name));
    }

    /** For messages: where a file is. */
    String path(String id) {
        return single ? root.toString() : root.resolve(id).toString();
    }
}
