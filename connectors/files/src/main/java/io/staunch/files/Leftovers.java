package io.staunch.files;

import io.staunch.environment.Disk;
import io.staunch.environment.DiskAccess;
import io.staunch.environment.DiskFile;
import io.staunch.environment.DiskFolder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sees to the hidden files that earlier runs of a sink have left: what of them is committed is shown, and what belongs to no transaction is
 * deleted. Used by the writer, before it writes itself.
 *
 * <p>Whoever wrote such a file may be alive still, append to it, and show it when it ends. So the file is renamed first, which only one of the two can
 * do; what is shown is a copy of the part that is committed, and the file itself is deleted; each step is durable before the next one, so that after a crash it is known which was the last.
 */
final class Leftovers {
    private static final Logger LOG = LoggerFactory.getLogger(Leftovers.class);
    private static final int PIECE = 1 << 20;

    private final SinkFolder folder;
    private final Disk disk;
    private final long run;
    private final Pattern names;

    /** @param run number of this run: the files of lower ones are left over */
    Leftovers(SinkFolder folder, Disk disk, long run) {
        this.folder = folder;
        this.disk = disk;
        this.run = run;
        names = Pattern.compile(Pattern.quote("." + folder.name())
                + "-(?<run>[0-9]{6,18})-[0-9]{6,18}\\.[a-z.]*\\.writing(\\.left|\\.copy(-[0-9]+)?)?");
    }

    /** @return whether nothing is left; otherwise transactions wait that have a part in what is left */
    boolean settle() throws IOException {
        Set<String> waiting = new HashSet<>();
        for (String token : folder.tokens(SinkFolder.PREPARED)) {
            try {
                folder.manifest(SinkFolder.PREPARED, token).files().forEach(file -> waiting.add(file.file()));
            } catch (NoSuchFileException e) {
                return false;
            }
        }
        Map<String, Written> unfinished = folder.unfinished();
        List<Written> inOrder = unfinished.values().stream()
                .sorted(Comparator.comparing(Written::shown))
                .toList();
        boolean all = true;
        for (Written each : inOrder) {
            if (old(each.hidden()) && !waiting.contains(each.file())) {
                finish(each);
            } else if (old(each.hidden())) {
                all = false;
            }
        }
        Set<String> kept = new HashSet<>(unfinished.keySet());
        kept.addAll(waiting);
        sweep("", kept);
        return all && waiting.stream().noneMatch(file -> old(file.substring(file.lastIndexOf('/') + 1)));
    }

    /** Whether a hidden file is this sink's, and of an earlier run. */
    private boolean old(String hidden) {
        Matcher parts = names.matcher(hidden);
        return parts.matches() && Long.parseLong(parts.group("run")) < run;
    }

    private void finish(Written file) throws IOException {
        DiskFolder in = folder.folder(file.folder());
        String from = file.show() ? file.shown() : SinkFolder.left(file);
        // Its writer, if it lives still, shows it by a renaming when it ends: of the two exactly one happens.
        if (rename(in, file.hidden(), from) && file.show()) {
            return;
        }
        String copy = SinkFolder.copy(file);
        if (SinkFolder.exists(in, SinkFolder.left(file))) {
            copy(in, file, copy);
            in.delete(SinkFolder.left(file));
            in.sync();
        }
        rename(in, copy, file.shown());
    }

    private static boolean rename(DiskFolder in, String from, String to) throws IOException {
        try {
            in.rename(from, to);
        } catch (NoSuchFileException e) {
            return false;
        }
        in.sync();
        return true;
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

    /** Deletes what belongs to no transaction: its writer died, or was left behind, before it prepared one. */
    private void sweep(String below, Set<String> kept) throws IOException {
        DiskFolder in;
        try {
            in = disk.open(below.isEmpty() ? folder.root() : folder.root().resolve(below), DiskAccess.READ);
        } catch (IOException e) {
            // Gone since it was listed, or somebody else's (lost+found, say): the sink has written nothing there.
            LOG.debug("folder {} below {} is passed over", below, folder.root(), e);
            return;
        }
        for (String name : in.list()) {
            if (old(name)) {
                String file = below + "/" + name;
                if (!kept.contains(file.replaceFirst("\\.(left|copy)$", ""))) {
                    in.delete(name);
                }
            } else if (!FolderTree.hidden(name) && isFolder(in, name)) {
                sweep(below.isEmpty() ? name : below + "/" + name, kept);
            }
        }
    }

    private static boolean isFolder(DiskFolder in, String name) throws IOException {
        try {
            return in.entry(name).folder();
        } catch (IOException gone) {
            return false;
        }
    }
}
