package io.staunch.files;

import io.staunch.environment.DiskEntry;
import io.staunch.error.StaunchException;
import io.staunch.source.Split;
import io.staunch.source.SplitEnumerator;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Finds files. Owned by its thread. */
final class FileEnumerator implements SplitEnumerator {
    private final FolderTree tree;
    private final FileOptions options;

    FileEnumerator(FolderTree tree, FileOptions options) {
        this.tree = tree;
        this.options = options;
    }

    @Override
    public List<Split> firstSplits() {
        return splits(tree.files());
    }

    @Override
    public List<Split> discover(List<String> known) {
        if (options.bounded()) {
            return List.of();
        }
        Set<String> old = new HashSet<>(known);
        return splits(
                tree.files().stream().filter(found -> !old.contains(found.id())).toList());
    }

    private List<Split> splits(List<FolderTree.Found> files) {
        List<Split> splits = new ArrayList<>();
        for (FolderTree.Found each : files) {
            DiskEntry entry = each.entry();
            try {
                byte[] first = each.folder().read(each.name(), 0, (int) Math.min(Head.MOST, entry.length()));
                long end = options.closed() ? entry.length() : FilePosition.OPEN;
                splits.add(
                        new FilePosition(each.id(), FileCursor.fileOf(entry), Head.of(first), 0, end, false).split());
            } catch (NoSuchFileException gone) {
                // Deleted or renamed since it was found: it was never read.
                continue;
            } catch (IOException e) {
                throw FileFault.unreadable("file " + tree.path(each.id()), e);
            }
        }
        return splits;
    }

    @Override
    public void verify(List<Split> restored) {
        for (Split split : restored) {
            FilePosition position = FilePosition.of(split);
            if (!position.done()) {
                verify(position);
            }
        }
    }

    private void verify(FilePosition position) throws StaunchException {
        String path = tree.path(position.id());
        try {
            FolderTree.Found found = tree.file(position.id());
            path = tree.path(position.id());
            DiskEntry now = found.entry();
            if (!options.byContent() && !position.file().equals(FileCursor.fileOf(now))) {
                throw FileFault.replaced(
                        path, position.offset(), "it was " + position.file() + " and is " + FileCursor.fileOf(now));
            }
            boolean plain = Compression.of(found.name()) == Compression.NONE;
            long least = Math.max(
                    position.end(), plain ? position.offset() : position.head().length());
            if (now.length() < least) {
                throw FileFault.truncated(path, least, now.length());
            }
            byte[] first = found.folder().read(found.name(), 0, position.head().length());
            if (!position.head().fits(first)) {
                throw FileFault.replaced(
                        path, position.offset(), "its first " + position.head().length() + " bytes are others");
            }
        } catch (NoSuchFileException e) {
            if (!options.deletedAllowed()) {
                throw FileFault.gone(path, position.offset());
            }
        } catch (IOException e) {
            throw FileFault.unreadable("file " + path, e);
        }
    }

    @Override
    public void close() {
        // It holds nothing.
    }
}
