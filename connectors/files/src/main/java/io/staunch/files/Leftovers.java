package io.staunch.files;

import io.staunch.environment.DiskFile;
import io.staunch.environment.DiskFolder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Sees to the files that earlier runs of a sink have written to and left: what of them is committed is shown.
 *
 * <p>Whoever wrote such a file may be alive still: append to it, prepare a transaction that names it, and have that committed. So the file is renamed
 * first. A writer looks for its files under their own names once its manifest is there; so after the renaming either that look fails, and nothing comes
 * of the transaction, or its manifest is found: then the file gets its name back. What is shown is a copy of the part that is committed, and the file
 * itself is deleted; each step is durable before the next one, so that after a crash it is known which was the last.
 */
final class Leftovers {
    private static final int PIECE = 1 << 20;

    private final SinkFolder folder;
    private final long run;
    private final Pattern names;

    /** @param run the files of lower ones are left over */
    Leftovers(SinkFolder folder, long run) {
        this.folder = folder;
        this.run = run;
        names = Pattern.compile(Pattern.quote("." + folder.name())
                + "-(?<run>[0-9]{6,18})-[0-9]{6,18}\\.[a-z.]*\\.writing(\\.left|\\.copy(-[0-9]+)?)?");
    }

    /** Whether a hidden file is this sink's, and of an earlier run. */
    boolean old(String hidden) {
        Matcher parts = names.matcher(hidden);
        return parts.matches() && Long.parseLong(parts.group("run")) < run;
    }

    /**
     * When the run begins: what waits for the commit of a transaction is left as it is.
     *
     * @return whether nothing is left
     */
    boolean settle() throws IOException {
        Set<String> waiting = folder.named(SinkFolder.PREPARED);
        boolean all = true;
        for (Written each : inOrder()) {
            all &= !waiting.contains(each.file()) && finish(each, true);
        }
        return all;
    }

    /**
     * When the run's first transaction is committed, and before its files are shown, which come later in the order of names. What of older runs is
     * prepared still will never be committed.
     */
    void finish() throws IOException {
        for (Written each : inOrder()) {
            finish(each, false);
        }
    }

    private List<Written> inOrder() throws IOException {
        return folder.unfinished().values().stream()
                .filter(each -> old(each.hidden()))
                .sorted(Comparator.comparing(Written::shown))
                .toList();
    }

    /** @return false if it has been prepared meanwhile */
    private boolean finish(Written file, boolean waits) throws IOException {
        DiskFolder in = folder.folder(file.folder());
        Written committed = file;
        if (!file.show()) {
            boolean taken = SinkFolder.move(in, file.hidden(), SinkFolder.left(file));
            in.sync();
            if (waits && folder.named(SinkFolder.PREPARED).contains(file.file())) {
                if (taken) {
                    SinkFolder.move(in, SinkFolder.left(file), file.hidden());
                }
                return false;
            }
            committed = folder.unfinished().getOrDefault(file.file(), file);
        }
        if (committed.show()) {
            SinkFolder.show(in, committed);
        } else {
            showCommitted(in, committed);
        }
        in.sync();
        return true;
    }

    private void showCommitted(DiskFolder in, Written file) throws IOException {
        String copy = SinkFolder.copy(file);
        if (SinkFolder.exists(in, SinkFolder.left(file))) {
            copy(in, file, copy);
            in.delete(SinkFolder.left(file));
            in.sync();
        }
        SinkFolder.move(in, copy, file.shown());
    }

    /** The copy has its name only when it is whole. */
    private void copy(DiskFolder in, Written file, String copy) throws IOException {
        String part = copy + "-" + run;
        String left = SinkFolder.left(file);
        in.delete(part);
        try (DiskFile made = in.create(part)) {
            for (long at = 0; at < file.length(); ) {
                byte[] piece = in.read(left, at, (int) Math.min(PIECE, file.length() - at));
                if (piece.length == 0) {
                    throw new IOException(in.path() + "/" + left + " has " + at + " bytes, and " + file.length()
                            + " of it are committed: the disk has lost what it had made durable");
                }
                made.append(ByteBuffer.wrap(piece));
                at += piece.length;
            }
            made.sync();
        }
        in.rename(part, copy);
        in.sync();
    }
}
