package io.staunch.files;

import io.staunch.environment.Agent;
import io.staunch.source.SourceContext;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
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
    /** Of which there may be more, in the order in which they came. */
    private final Set<FileCursor> reading = new LinkedHashSet<>();
    /** Read to their ends, those that were looked at the longest ago first. */
    private final Queue<Idle> idle = new ArrayDeque<>();

    private int turn;
    private boolean looked;

    private record Idle(FileCursor file, long lookAtNanos) {}

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

    /** As long as there is room, since one that is gone is given back at once. */
    private void takeAssignments() {
        while (handover.hasRoom()) {
            FileHandover.Assigned next = handover.assigned();
            if (next == null) {
                return;
            }
            FilePosition position = next.position();
            String path = tree.path(position.id());
            try {
                FolderTree.Found found = tree.file(position.id());
                path = tree.path(position.id());
                reading.add(new FileCursor(next.number(), position, found, path, format, options));
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

    /** The next file that may have something, or null. One to look at and one to read in turn, so that neither kind waits for the other to end. */
    private @Nullable FileCursor due() {
        FileCursor read = toRead();
        FileCursor look = read == null || !looked ? toLookAt() : null;
        looked = look != null;
        return look == null ? read : look;
    }

    private @Nullable FileCursor toRead() {
        List<FileCursor> first = new ArrayList<>();
        for (FileCursor each : reading) {
            if (!handover.paused().contains(each.number())) {
                first.add(each);
                if (first.size() == MOST_AT_ONCE) {
                    break;
                }
            }
        }
        turn = (turn + 1) % MOST_AT_ONCE;
        return first.isEmpty() ? null : first.get(turn % first.size());
    }

    private @Nullable FileCursor toLookAt() {
        long now = context.environment().nanoTime();
        for (Idle next = idle.peek(); next != null && now - next.lookAtNanos() >= 0; next = idle.peek()) {
            idle.remove();
            if (!handover.paused().contains(next.file().number())) {
                return next.file();
            }
            idle.add(new Idle(next.file(), now + LOOK_EVERY_NANOS));
        }
        return null;
    }

    private void read(FileCursor file) {
        reading.add(file);
        Piece piece;
        try {
            piece = file.more();
        } catch (FileRefusedException e) {
            throw FileFault.unfit(file.path(), e);
        } catch (IOException e) {
            throw FileFault.unreadable("file " + file.path(), e);
        }
        if (file.done()) {
            reading.remove(file);
        } else if (piece == null) {
            reading.remove(file);
            idle.add(new Idle(file, context.environment().nanoTime() + LOOK_EVERY_NANOS));
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
        reading.forEach(FileCursor::close);
        reading.clear();
        idle.forEach(each -> each.file().close());
        idle.clear();
        return Step.DONE;
    }
}
