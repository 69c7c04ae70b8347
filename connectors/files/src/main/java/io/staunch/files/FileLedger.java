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
 * older one later is never read. A file without a whole beginning counts for its number alone. Used by one thread at a time.
 */
final class FileLedger {
    private static final String FILE = "ledger-";
    private static final String IDENTITY = "identity";
    private static final int MOST = 1 << 20;
    /** A file that has grown to this is written anew, with its last line alone. */
    private static final int LONG = 64 << 10;

    private final DiskFolder folder;
    private final Supplier<UUID> ids;
    private boolean identitySettled;

    /**
     * What the ledger says.
     *
     * @param length of the file's whole lines, in bytes; 0 if it has none
     */
    record Row(long fence, @Nullable Owner owner, @Nullable LedgerEntry entry, long length) {}

    FileLedger(DiskFolder folder, Supplier<UUID> ids) {
        this.folder = folder;
        this.ids = ids;
    }

    LedgerView view() throws IOException {
        Row row = row();
        return new LedgerView(identity(), row.owner(), row.entry());
    }

    /** Made when it is first asked for, and durable before anybody is told: checkpoints know it. What is not whole was never told to anybody. */
    private String identity() throws IOException {
        while (true) {
            try {
                String text = new String(folder.read(IDENTITY, 0, MOST), StandardCharsets.UTF_8);
                if (text.endsWith("\n")) {
                    settleIdentity();
                    return text.trim();
                }
                folder.delete(IDENTITY);
            } catch (NoSuchFileException missing) {
                make();
            }
        }
    }

    /** Whoever made it may have died before it was durable. */
    private void settleIdentity() throws IOException {
        if (!identitySettled) {
            folder.sync(IDENTITY);
            folder.sync();
            identitySettled = true;
        }
    }

    private void make() throws IOException {
        try (DiskFile file = folder.create(IDENTITY)) {
            file.append(ByteBuffer.wrap((ids.get() + "\n").getBytes(StandardCharsets.UTF_8)));
        } catch (FileAlreadyExistsException e) {
            return;
        }
    }

    /** As it is now. */
    Row row() throws IOException {
        long highest = highest();
        return highest == 0 ? new Row(0, null, null, 0) : rowOf(highest);
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
        // An older one is deleted when a newer one has its beginning, which may just have come into one that was looked
        // at before.
        return found == null ? Objects.requireNonNullElse(look(fence), new Row(fence, null, null, 0)) : found;
    }

    /** Null if none has a beginning, and one is missing. */
    private @Nullable Row look(long fence) throws IOException {
        boolean missing = false;
        for (long at = fence; at > 0; at--) {
            try {
                Row found = parse(at, folder.read(FILE + at, 0, MOST));
                if (found.length() > 0) {
                    return new Row(fence, found.owner(), found.entry(), at == fence ? found.length() : 0);
                }
            } catch (NoSuchFileException e) {
                missing = true;
            }
        }
        return missing ? null : new Row(fence, null, null, 0);
    }

    /** Raises the fence. What the ledger holds now is held by the new file, too. */
    long raise() throws IOException {
        while (true) {
            long fence = highest() + 1;
            try (DiskFile file = folder.create(FILE + fence)) {
                folder.sync();
                Row before = fence == 1 ? new Row(0, null, null, 0) : rowOf(fence - 1);
                file.append(line(before.owner(), before.entry()));
                file.sync();
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
        ByteBuffer line = line(owner, entry);
        if (read.length() > LONG) {
            rewrite(name, line);
        } else {
            try (DiskFile file = folder.reopen(name, read.length())) {
                file.append(line);
                file.sync();
            }
        }
        if (highest() != read.fence()) {
            throw new StaunchException(
                    "somebody else has taken over the files in " + folder.path() + " while this process wrote to their"
                            + " ledger; it looks again",
                    Remedy.RETRY);
        }
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

    private static ByteBuffer line(@Nullable Owner owner, @Nullable LedgerEntry entry) {
        String text = text(owner) + "\t"
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
        Row row = new Row(fence, null, null, 0);
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
        Owner owner = owner(parts[0]);
        Owner of = parts[1].equals("-") ? null : owner(parts[2]);
        LedgerEntry entry = of == null ? null : new LedgerEntry(parts[3], parts[4], Long.parseLong(parts[1]), of);
        return new Row(fence, owner, entry, length);
    }

    private static @Nullable Owner owner(String text) {
        if (text.equals("-")) {
            return null;
        }
        String[] parts = text.split(",");
        return new Owner(UUID.fromString(parts[0]), Long.parseLong(parts[1]), UUID.fromString(parts[2]));
    }
}
