package io.staunch.files;

import io.staunch.environment.DiskFile;
import io.staunch.environment.DiskFolder;
import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.ledger.LedgerView;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The commit ledger of a sink, as files of its own folder. Each fence is a file, made by whoever raised it: {@code ledger-3} is there, so 3 is the
 * number, and only that one appends to it. It begins with what the one before it held, read once after this one was made; what is appended to the
 * older one later is never read. A file without a whole beginning counts for its number alone. The last whole line is what the ledger says.
 *
 * <p>The identity is a part of each line, so that it moves with the rest: the fence that finds none makes one. Of several first starts at once, each
 * of which makes one, only the highest fence can record its owner, and nothing is told to a checkpoint before that. Used by one thread at a time.
 */
final class FileLedger {
    private static final String FILE = "ledger-";
    private static final int MOST = 4 << 20;
    /** A file that has grown to this is written anew, with its last line alone. */
    private static final int LONG = 64 << 10;

    private final DiskFolder folder;
    private final Supplier<UUID> ids;
    /** Up to here this object has seen the file of a fence made durable. */
    private long sureFence;

    private long sureLength;

    /**
     * What the ledger says.
     *
     * @param line of a ledger that was never there: a passing one, with an identity that nobody else has
     * @param length of the whole lines in the file of the fence, in bytes; 0 if it has none
     */
    record Row(long fence, LedgerLine line, long length) {}

    FileLedger(DiskFolder folder, Supplier<UUID> ids) {
        this.folder = folder;
        this.ids = ids;
    }

    LedgerView view() throws IOException {
        LedgerLine line = row().line();
        return new LedgerView(line.identity(), line.owner(), line.entry());
    }

    /** As it is now. */
    Row row() throws IOException {
        long before = 0;
        while (true) {
            long highest = highest();
            Row row = look(highest, highest == before);
            if (row != null) {
                return row;
            }
            // An older one is deleted when a newer one has its beginning, which may just have come into one that was
            // looked at before.
            if (highest() == highest && highest == before) {
                return never(highest);
            }
            before = highest;
        }
    }

    private Row never(long fence) {
        return new Row(fence, LedgerLine.first(ids.get()), 0);
    }

    private long highest() throws IOException {
        long highest = 0;
        for (String each : folder.list()) {
            highest = Math.max(highest, number(each));
        }
        return highest;
    }

    private static long number(String file) {
        return file.matches(FILE + "[1-9][0-9]{0,17}") ? Long.parseLong(file.substring(FILE.length())) : 0;
    }

    /**
     * What is in the file of a fence, or in the newest one before it that has a beginning; null if none has, and one is missing.
     *
     * @param again whether it is the second look. At the first one, nothing (null) is taken from behind a file that is missing: that may have been deleted in
     *     this moment, and what is behind it be of a process that stood still, and much older. At the second one it is missing since the power has failed
     */
    private @Nullable Row look(long fence, boolean again) throws IOException {
        boolean missing = false;
        for (long at = fence; at > 0; at--) {
            try {
                Row found = parse(at, folder.read(FILE + at, 0, MOST));
                if (found != null && missing && !again) {
                    return null;
                }
                if (found != null) {
                    return at == fence ? found : new Row(fence, found.line(), 0);
                }
            } catch (NoSuchFileException e) {
                missing = true;
            }
        }
        return missing ? null : never(fence);
    }

    /** Null if it has no beginning. */
    private @Nullable Row parse(long fence, byte[] bytes) {
        Row row = null;
        int from = 0;
        for (int end = 0; end < bytes.length; end++) {
            if (bytes[end] == '\n') {
                String text = new String(bytes, from, end - from, StandardCharsets.UTF_8);
                LedgerLine line = LedgerLine.parse(text, folder.path() + "/" + FILE + fence);
                if (line == null) {
                    return row;
                }
                from = end + 1;
                row = new Row(fence, line, from);
            }
        }
        return row;
    }

    /** Raises the fence. What the ledger holds now is held by the new file, too. */
    long raise() throws IOException {
        while (true) {
            long fence = highest() + 1;
            try (DiskFile file = folder.create(FILE + fence)) {
                folder.sync();
                byte[] beginning = before(fence).bytes();
                file.append(ByteBuffer.wrap(beginning));
                file.sync();
                sure(fence, beginning.length);
                forgetBefore(fence);
                return fence;
            } catch (FileAlreadyExistsException e) {
                // Somebody else has raised it to that number: it is raised once more.
                continue;
            }
        }
    }

    private LedgerLine before(long fence) throws IOException {
        Row found = look(fence - 1, false);
        // As in row(); and if a newer fence has taken over meanwhile, nothing of this one counts.
        Row again = found == null ? look(fence - 1, true) : found;
        return (again == null ? never(fence) : again).line();
    }

    private void forgetBefore(long fence) throws IOException {
        for (String each : folder.list()) {
            if (number(each) > 0 && number(each) < fence) {
                folder.delete(each);
            }
        }
    }

    /**
     * Writes behind what was read. If somebody has raised the fence meanwhile, it may have been read or not.
     *
     * @param read what was decided on
     */
    void write(Row read, LedgerLine line) throws IOException {
        byte[] bytes = line.bytes();
        if (read.length() > LONG) {
            rewrite(read, bytes);
        } else {
            settle(read);
            try (DiskFile file = folder.reopen(FILE + read.fence(), read.length())) {
                file.append(ByteBuffer.wrap(bytes));
                file.sync();
            }
            sure(read.fence(), read.length() + bytes.length);
        }
        if (highest() != read.fence()) {
            throw new StaunchException(
                    "somebody else has taken over the files in " + folder.path() + " while this process wrote to their"
                            + " ledger; it looks again",
                    Remedy.RETRY);
        }
    }

    private void rewrite(Row read, byte[] bytes) throws IOException {
        String name = FILE + read.fence();
        String hidden = ".new-" + name;
        folder.delete(hidden);
        try (DiskFile file = folder.create(hidden)) {
            file.append(ByteBuffer.wrap(bytes));
            file.sync();
        }
        folder.rename(hidden, name);
        folder.sync();
        sure(read.fence(), bytes.length);
    }

    /** Makes durable what was read of a fence of this process, also if an earlier sync of it has failed: it is about to be counted on. */
    void settle(Row read) throws IOException {
        if (read.fence() != sureFence || read.length() != sureLength) {
            folder.sync(FILE + read.fence(), 0, read.length());
            sure(read.fence(), read.length());
        }
    }

    private void sure(long fence, long length) {
        sureFence = fence;
        sureLength = length;
    }
}
