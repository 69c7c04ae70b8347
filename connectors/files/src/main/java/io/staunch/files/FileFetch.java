package io.staunch.files;

import io.staunch.environment.Agent;
import io.staunch.source.SourceContext;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads files, decompresses them and finds the ends of records, so that the worker need not wait for the disk. Single owner: its own thread.
 * Files are read in the order in which they came, a few of them in turn, and those that were read to their ends are looked at now and then.
 */
final class FileFetch implements Agent {
    /** So many are read in turn; more would hold as many decompressors. */
    private static final int MOST_AT_ONCE = 8;

    private static final long LOOK_EVERY_NANOS = 50_000_000;

    private final SourceContext context;
    private final FileHandover handover;
    private final FolderTree tree;
    private final FileFormat<?> format;
    private final FileOptions options;
    private final List<FileCursor> files = new ArrayList<>();
    private final Map<FileCursor, Long> lookAgain = new HashMap<>();
    private int turn;

    FileFetch(
            SourceContext context, FileHandover handover, FolderTree tree, FileFormat<?> format, FileOptions options) {
        this.context = context;
        this.handover = handover;
        this.tree = tree;
        this.format = format;
        this.options = options;
    }

    @Override
    public Step step() {
        if (handover.closed()) {
            return end();
        }
        try {
            takeAssignments();
            if (!handover.hasRoom()) {
                return Step.IDLE;
            }
            FileCursor file = due();
            if (file == null) {
                return Step.IDLE;
            }
            read(file);
            return Step.WORKED;
        } catch (RuntimeException e) {
            Step done = end();
            context.failed().accept(e);
            return done;
        }
    }

    private void takeAssignments() {
        for (FileHandover.Assigned next = handover.assigned(); next != null; next = handover.assigned()) {
            FilePosition position = next.position();
            String path = tree.path(position.id());
            try {
                FolderTree.Found found = tree.file(position.id());
                path = tree.path(position.id());
                files.add(new FileCursor(next.number(), position, found, path, format, options));
            } catch (NoSuchFileException e) {
                if (!options.deletedAllowed()) {
                    throw FileFault.gone(path, position.offset());
                }
                give(FileCursor.gone(next.number(), position));
            } catch (IOException e) {
                throw FileFault.unreadable("file " + path, e);
            }
        }
    }

    /** The next file in turn that may have something, or null. */
    private @Nullable FileCursor due() {
        List<FileCursor> due = new ArrayList<>();
        long now = context.environment().nanoTime();
        for (FileCursor each : files) {
            Long at = lookAgain.get(each);
            if (!handover.paused().contains(each.number()) && (at == null || now - at >= 0)) {
                due.add(each);
                if (due.size() == MOST_AT_ONCE) {
                    break;
                }
            }
        }
        return due.isEmpty() ? null : due.get(turn++ % due.size());
    }

    private void read(FileCursor file) {
        Piece piece;
        try {
            piece = file.more();
        } catch (FileRefusedException e) {
            throw FileFault.unfit(file.path(), e);
        } catch (IOException e) {
            throw FileFault.unreadable("file " + file.path(), e);
        }
        if (file.done()) {
            files.remove(file);
            lookAgain.remove(file);
        } else if (piece == null) {
            lookAgain.put(file, context.environment().nanoTime() + LOOK_EVERY_NANOS);
        } else {
            lookAgain.remove(file);
        }
        if (piece != null) {
            give(piece);
        }
    }

    private void give(Piece piece) {
        handover.give(piece);
        context.wake().run();
    }

    private Step end() {
        files.forEach(FileCursor::close);
        files.clear();
        return Step.DONE;
    }
}
