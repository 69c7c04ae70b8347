package io.staunch.files;

import io.staunch.environment.Disk;
import io.staunch.environment.DiskAccess;
import io.staunch.environment.DiskFile;
import io.staunch.environment.DiskFolder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The folder of a sink: files that are shown and, under names with a dot, those that are not; and below {@code .staunch} the sink's own folder
 * with its ledger and with a manifest for each transaction, whose name is its state. Used by one thread at a time; several may use one each.
 *
 * <ul>
 *   <li>{@code prepared-<token>}: what its files hold is safe.
 *   <li>{@code committed-<token>}: its whole files are shown, or are to be. Whoever renamed the manifest has decided; anybody may finish it.
 *   <li>{@code aborted-<token>}: its files are to be deleted.
 * </ul>
 */
final class SinkFolder {
    /** The folder below the root that has those of all sinks. */
    static final String OWN = ".staunch";

    static final String PREPARED = "prepared-";
    static final String COMMITTED = "committed-";
    static final String ABORTED = "aborted-";

    private static final int MOST_MANIFEST = 64 << 20;
    /** A line of the ledger names them, and has to be read in one piece. */
    private static final int MOST_SETTLED = 10_000;

    /** Names of folders may come from records, without end. */
    static final int MOST_FOLDERS = 1_000;

    private final Disk disk;
    private final Path root;
    private final DiskFolder own;
    private final String name;
    /** Those that were used last. */
    private final Map<String, DiskFolder> folders = new LinkedHashMap<>(16, 0.75f, true);

    private SinkFolder(Disk disk, Path root, DiskFolder own, String name) {
        this.disk = disk;
        this.root = root;
        this.own = own;
        this.name = name;
    }

    /** @param name of the sink's own folder: no other sink of any job that writes to the root has it */
    static SinkFolder open(Disk disk, Path root, String name) throws IOException {
        disk.open(root, DiskAccess.WRITE);
        return new SinkFolder(disk, root, disk.open(root.resolve(OWN).resolve(name), DiskAccess.WRITE), name);
    }

    /** Of the own folder of a sink. */
    static String name(String sink, String job) {
        return sink + "@" + job;
    }

    String name() {
        return name;
    }

    Path root() {
        return root;
    }

    /** With ledger and manifests. */
    DiskFolder own() {
        return own;
    }

    /** A folder below the root, made if it is missing. */
    DiskFolder folder(String below) throws IOException {
        DiskFolder folder = folders.get(below);
        if (folder == null) {
            folder = disk.open(below.isEmpty() ? root : root.resolve(below), DiskAccess.WRITE);
            folders.put(below, folder);
            if (folders.size() > MOST_FOLDERS) {
                folders.remove(folders.keySet().iterator().next());
            }
        }
        return folder;
    }

    /** The tokens whose manifest is in a state. */
    List<String> tokens(String state) throws IOException {
        List<String> tokens = new ArrayList<>();
        for (String each : own.list()) {
            if (each.startsWith(state)) {
                tokens.add(each.substring(state.length()));
            }
        }
        return tokens;
    }

    /** The files that manifests in a state name. One that changes its state meanwhile is found in the next one, by who looks there afterwards. */
    Set<String> named(String state) throws IOException {
        Set<String> named = new HashSet<>();
        for (String token : tokens(state)) {
            try {
                manifest(state, token).files().forEach(each -> named.add(each.file()));
            } catch (NoSuchFileException e) {
                continue;
            }
        }
        return named;
    }

    /** @throws NoSuchFileException if there is none in that state */
    Manifest manifest(String state, String token) throws IOException {
        String file = state + token;
        return Manifest.of(own.read(file, 0, MOST_MANIFEST), own.path() + "/" + file);
    }

    /** Writes a file so that it is there with all its bytes or not at all, also after a crash of the machine; replaces one of that name. */
    void put(String file, byte[] bytes) throws IOException {
        String hidden = ".new-" + file;
        own.delete(hidden);
        try (DiskFile made = own.create(hidden)) {
            made.append(ByteBuffer.wrap(bytes));
            made.sync();
        }
        own.rename(hidden, file);
        own.sync();
    }

    /** Moves a manifest from one state to another, durably; false if it is not in that state. */
    boolean move(String token, String from, String to) throws IOException {
        try {
            own.rename(from + token, to + token);
        } catch (NoSuchFileException e) {
            return false;
        }
        own.sync();
        return true;
    }

    /**
     * Shows the whole files of a committed transaction; those that are shown already are left as they are. Of a folder with several each is durable under
     * its name before the next one is shown: or else a power failure could take away an earlier one and leave a later one.
     */
    void show(Manifest committed) throws IOException {
        Map<String, DiskFolder> touched = new HashMap<>();
        for (Written each : committed.files()) {
            if (each.show()) {
                DiskFolder in = folder(each.folder());
                if (touched.put(each.folder(), in) != null) {
                    in.sync();
                }
                // If there is none it is shown, or was: what becomes of it then is the readers' business.
                show(in, each);
            }
        }
        for (DiskFolder each : touched.values()) {
            each.sync();
        }
    }

    /** A run that has started since may have taken the file away for a moment, and be about to find that it is committed. */
    static boolean show(DiskFolder in, Written file) throws IOException {
        return move(in, file.hidden(), file.shown())
                || move(in, left(file), file.shown())
                || move(in, file.hidden(), file.shown());
    }

    /** False if there is none of the old name. */
    static boolean move(DiskFolder in, String from, String to) throws IOException {
        try {
            in.rename(from, to);
            return true;
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    boolean exists(Written file) throws IOException {
        return exists(folder(file.folder()), file.hidden());
    }

    static boolean exists(DiskFolder in, String name) throws IOException {
        try {
            in.entry(name);
            return true;
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    /** For each hidden file of committed transactions that is there and was not shown: how much of it is committed. */
    Map<String, Written> unfinished() throws IOException {
        return there(newest());
    }

    /**
     * As {@link #unfinished}. Of those that are not among them, since a later run has shown what was left of them, the names are durable then: that run
     * may be about to see to it, and stand still.
     */
    Map<String, Written> surelyUnfinished() throws IOException {
        Map<String, Written> newest = newest();
        Map<String, Written> there = there(newest);
        Set<String> synced = new HashSet<>();
        for (Written each : newest.values()) {
            if (!each.show() && !there.containsKey(each.file()) && synced.add(each.folder())) {
                folder(each.folder()).sync();
            }
        }
        return there;
    }

    private Map<String, Written> newest() throws IOException {
        Map<String, Written> newest = new HashMap<>();
        for (String token : tokens(COMMITTED)) {
            for (Written each : committed(token).files()) {
                newest.merge(
                        each.file(),
                        each,
                        (one, other) -> one.length() >= other.length() && !other.show() ? one : other);
            }
        }
        return newest;
    }

    /** A run that has started since may take a file away while it is looked for, and give it its name back. */
    private Map<String, Written> there(Map<String, Written> files) throws IOException {
        Map<String, Written> there = new HashMap<>();
        for (Written each : files.values()) {
            DiskFolder in = folder(each.folder());
            if (exists(each) || exists(in, left(each)) || exists(each) || exists(in, copy(each))) {
                there.put(each.file(), each);
            }
        }
        return there;
    }

    /** One that was forgotten since it was listed, by the thread that commits, says nothing that others do not. */
    private Manifest committed(String token) throws IOException {
        try {
            return manifest(COMMITTED, token);
        } catch (NoSuchFileException forgotten) {
            return new Manifest(0, List.of());
        }
    }

    /** The name that a later run gives to a file, so that its writer, if it lives still, can prepare nothing of it any more. */
    static String left(Written of) {
        return of.hidden() + ".left";
    }

    /** The name of what {@link Leftovers} make of a file that its writer has left unfinished. */
    static String copy(Written of) {
        return of.hidden() + ".copy";
    }

    /** The committed transactions, at most so many at once, but for those that say how much of an unfinished file is committed. */
    List<String> settled() throws IOException {
        Map<String, Written> unfinished = surelyUnfinished();
        List<String> settled = new ArrayList<>();
        for (String token : tokens(COMMITTED)) {
            boolean needed =
                    committed(token).files().stream().anyMatch(each -> each.equals(unfinished.get(each.file())));
            if (!needed && settled.size() < MOST_SETTLED) {
                settled.add(token);
            }
        }
        return settled;
    }

    /** Deletes the manifests of committed transactions. */
    void forget(List<String> settled) throws IOException {
        for (String token : settled) {
            own.delete(COMMITTED + token);
        }
    }
}
