package io.staunch.files;

import io.staunch.environment.DiskFile;
import io.staunch.environment.DiskFolder;
import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.LedgerView;
import io.staunch.ledger.Owner;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The commit ledger of a sink, as files of its own folder. Each fence is a file, made by whoever raised it: {@code ledger-3} is there, so 3 is the
 * number, and only that one appends to it. It begins with what the one before it held, read once after this one was made; what is appended to the
 * older one later is never read. A file without a whole beginning counts for its number alone.
 *
 * <p>The identity is a part of each line, so that it moves with the rest: the fence that finds none makes one. Of several first starts at once, each
 * of which makes one, only the highest fence can record its owner, and nothing is told to a checkpoint before that. Used by one thread at a time.
 */
final class FileLedger {
    private static final String FILE = "ledger-";
    private static final int MOST = 1 << 20;
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
     * @param identity null if it was never there
     * @param length of the whole lines in the file of the fence, in bytes; 0 if it has none
     */
    record Row(
            long fence,
            @Nullable String identity,
            @Nullable Owner owner,
            @Nullable LedgerEntry entry,
            long length) {
        private static Row empty(long fence) {
            return new Row(fence, null, null, null, 0);
        }
    }

    FileLedger(DiskFolder folder, Supplier<UUID> ids) {
        this.folder = folder;
        this.ids = ids;
    }

    /** One that was never there has a passing identity, which nobody else has. */
    LedgerView view() throws IOException {
        Row row = row();
        return new LedgerView(identity(row), row.owner(), row.entry());
    }

    private String identity(Row row) {
        return row.identity() == null ? ids.get().toString() : row.identity();
    }

    /** As it is now. */
    Row row() throws IOException {
        long before = 0;
        while (true) {
            long highest = highest();
            Row row = look(highest);
            if (row != null) {
                return row;
            }
            // An older one is deleted when a newer one has its beginning, which may just have come into one that was
            // looked at before.
            if (highest() == highest && highest == before) {
                return Row.empty(highest);
            }
            before = highest;
        }
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

    /** What is in the file of a fence, or in the newest one before it that has a beginning. */
    private Row rowOf(long fence) throws IOException {
        Row found = look(fence);
        // As above; if a newer fence has taken over meanwhile, nothing of this one counts.
        return found == null ? Objects.requireNonNullElse(look(fence), Row.empty(fence)) : found;
    }

    /** Null if none has a beginning, and one is missing. */
    private @Nullable Row look(long fence) throws IOException {
        boolean missing = false;
        for (long at = fence; at > 0; at--) {
            try {
                Row found = parse(at, folder.read(FILE + at, 0, MOST));
                if (found.length() > 0) {
                    return at == fence ? found : new Row(fence, found.identity(), found.owner(), found.entry(), 0);
                }
            } catch (NoSuchFileException e) {
                missing = true;
            }
        }
        return missing ? null : Row.empty(fence);
    }

    /** Raises the fence. What the ledger holds now is held by the new file, too. */
    long raise() throws IOException {
        while (true) {
            long fence = highest() + 1;
            try (DiskFile file = folder.create(FILE + fence)) {
                folder.sync();
                Row before = rowOf(fence - 1);
                ByteBuffer line = line(identity(before), before.owner(), before.entry());
                long length = line.remaining();
                file.append(line);
                file.sync();
                sure(fence, length);
                forgetBefore(fence);
                return fence;
            } catch (FileAlreadyExistsException e) {
                // Somebody else has raised it to that number: it is raised once more.
                continue;
            }
        }
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
    void write(Row read, @Nullable Owner owner, @Nullable LedgerEntry entry) throws IOException {
        String name = FILE + read.fence();
        ByteBuffer line = line(identity(read), owner, entry);
        if (read.length() > LONG) {
            rewrite(name, line);
        } else {
            settle(read);
            long length = read.length() + line.remaining();
            try (DiskFile file = folder.reopen(name, read.length())) {
                file.append(line);
                file.sync();
            }
            sure(read.fence(), length);
        }
        if (highest() != read.fence()) {
            throw new StaunchException(
                    "somebody else has taken over the files in " + folder.path() + " while this process wrote to their"
                            + " ledger; it looks again",
                    Remedy.RETRY);
        }
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

    private void rewrite(String name, ByteBuffer line) throws IOException {
        String hidden = ".new-" + name;
        folder.delete(hidden);
        try (DiskFile file = folder.create(hidden)) {
            file.append(line);
            file.sync();
        }
        folder.rename(hidden, name);
        folder.sync();
    }

    private static ByteBuffer line(String identity, @Nullable Owner owner, @Nullable LedgerEntry entry) {
        String text = identity + "\t" + text(owner) + "\t"
                + (entry == null
                        ? "-"
                        : entry.committed() + "\t" + text(entry.owner()) + "\t" + entry.job() + "\t"
                                + entry.resource().replace('\t', ' ').replace('\n', ' '));
        return ByteBuffer.wrap((Manifest.checksum(text) + "\t" + text + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private static String text(@Nullable Owner owner) {
        return owner == null ? "-" : owner.attempt() + "," + owner.epoch() + "," + owner.lineage();
    }

    private static Row parse(long fence, byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        Row row = Row.empty(fence);
        int from = 0;
        for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
            String line = text.substring(from, end);
            int tab = line.indexOf('\t');
            if (tab < 0 || !Manifest.checksum(line.substring(tab + 1)).equals(line.substring(0, tab))) {
                return row;
            }
            from = end + 1;
            long length = text.substring(0, from).getBytes(StandardCharsets.UTF_8).length;
            row = row(fence, line.substring(tab + 1).split("\t"), length);
        }
        return row;
    }

    private static Row row(long fence, String[] parts, long length) {
        Owner owner = owner(parts[1]);
        Owner of = parts[2].equals("-") ? null : owner(parts[3]);
        LedgerEntry entry = of == null ? null : new LedgerEntry(parts[4], parts[5], Long.parseLong(parts[2]), of);
        return new Row(fence, parts[0], owner, entry, length);
    }

    private static @Nullable Owner owner(String text) {
        if (text.equals("-")) {
            return null;
        }
        String[] parts = text.split(",");
        return new Owner(UUID.fromString(parts[0]), Long.parseLong(parts[1]), UUID.fromString(parts[2]));
    }
}
