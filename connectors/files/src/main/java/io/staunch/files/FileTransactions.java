package io.staunch.files;

import io.staunch.environment.DiskFolder;
import io.staunch.environment.Environment;
import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.sink.TransactionConnection;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Writes records to hidden files. A file may go over several transactions: each says how much of it is safe, and the last one that it is whole.
 * Owned by the thread that writes; {@link #close} may come from another one.
 */
final class FileTransactions<T> implements TransactionConnection<T> {
    private static final String RUN = "run-";

    /** So many files are open; of more, that which was written to the longest ago is whole. */
    private static final int MOST_OPEN = 100;

    private final SinkFolder folder;
    private final SinkFormat<T> format;
    private final SinkFormat.Encoder<T> encoder;
    private final SinkOptions<T> options;
    private final Environment environment;
    private final long run;
    private final LinkedHashMap<String, HiddenFile> open = new LinkedHashMap<>(16, 0.75f, true);
    private final List<Written> whole = new ArrayList<>();
    private final Set<String> madeIn = new HashSet<>();
    /** Held during a call, so that a close beside it does not touch what the call uses. */
    private final AtomicBoolean busy = new AtomicBoolean();

    private volatile boolean closed;
    /** What earlier runs have left and is to be shown: otherwise before the first transaction of this one. */
    private boolean leftover;

    private long files;

    FileTransactions(SinkFolder folder, SinkFormat<T> format, SinkOptions<T> options, Environment environment)
            throws IOException {
        this.folder = folder;
        this.format = format;
        this.options = options;
        this.environment = environment;
        encoder = format.open();
        run = nextRun(folder.own());
        var leftovers = new Leftovers(folder, run);
        // At once, since no record may come any more.
        leftover = !leftovers.settle();
        new Strays(folder, environment.disk(), leftovers).sweep();
    }

    /** A number that no other run of the sink has: the names of files begin with it, and it grows. */
    private static long nextRun(DiskFolder own) throws IOException {
        while (true) {
            long highest = 0;
            for (String each : own.list()) {
                highest = Math.max(highest, run(each));
            }
            try {
                own.create(RUN + (highest + 1)).close();
            } catch (FileAlreadyExistsException e) {
                continue;
            }
            own.sync();
            for (String each : own.list()) {
                if (run(each) > 0 && run(each) <= highest) {
                    own.delete(each);
                }
            }
            return highest + 1;
        }
    }

    private static long run(String name) {
        return name.matches(RUN + "[1-9][0-9]{0,17}") ? Long.parseLong(name.substring(RUN.length())) : 0;
    }

    private interface Call {
        void make() throws IOException;
    }

    private void call(String what, Call call) {
        if (closed || !busy.compareAndSet(false, true)) {
            throw new StaunchException(
                    "the files in " + folder.root() + " were closed", Remedy.RESTART_FROM_CHECKPOINT);
        }
        try {
            call.make();
        } catch (IOException e) {
            throw new StaunchException(
                    "files in " + folder.root() + ": can't " + what + ": " + e.getMessage()
                            + ". The job restarts from its checkpoint; look at the disk, its room and its rights",
                    Remedy.RESTART_FROM_CHECKPOINT,
                    e);
        } finally {
            busy.set(false);
            if (closed && busy.compareAndSet(false, true)) {
                open.values().forEach(HiddenFile::close);
            }
        }
    }

    @Override
    public void begin() {
        // Files are made when there is something to be written to them.
    }

    @Override
    public void write(T value, long origin) throws Exception {
        String below = options.folderOf(value);
        byte[] bytes = encoder.encode(value);
        call("write", () -> {
            HiddenFile file = open.get(below);
            if (file == null) {
                file = make(below);
            }
            file.write(bytes);
            if (options.rolling().full(file.length())) {
                end(file);
            }
        });
    }

    private HiddenFile make(String below) throws IOException {
        if (open.size() == MOST_OPEN) {
            end(open.values().iterator().next());
        }
        DiskFolder in = folder.folder(below);
        String shown = nextName();
        while (SinkFolder.exists(in, shown)) {
            // The sink's own folder was lost, and with it the number of the run; what was shown stays.
            shown = nextName();
        }
        var made = new HiddenFile(
                below, shown, options.compression(), in.create(HiddenFile.hidden(shown)), environment.nanoTime());
        open.put(below, made);
        madeIn.add(below);
        if (encoder.header().length > 0) {
            made.write(encoder.header());
        }
        return made;
    }

    private String nextName() {
        files++;
        return shown(folder.name(), run, files) + format.suffix() + options.compression().suffix;
    }

    /** In the order of text as in that of numbers, for as many files as a run can have. */
    static String shown(String sink, long run, long file) {
        return "%s-%06d-%09d".formatted(sink, run, file);
    }

    /** Nothing more is written to a file. */
    private void end(HiddenFile file) throws IOException {
        file.settle();
        file.close();
        open.remove(file.folder());
        whole.add(file.written(true));
    }

    @Override
    public void prepare(String token) {
        call("prepare transaction " + token, () -> {
            long now = environment.nanoTime();
            List<Written> manifest = new ArrayList<>();
            for (HiddenFile file : List.copyOf(open.values())) {
                if (options.rolling().whole(now - file.madeNanos())) {
                    end(file);
                } else if (file.dirty()) {
                    file.settle();
                    manifest.add(file.written(false));
                }
            }
            prepare(token, manifest);
        });
    }

    /** All files are whole. */
    @Override
    public void prepareLast(String token) {
        call("prepare the last transaction, " + token, () -> {
            for (HiddenFile file : List.copyOf(open.values())) {
                end(file);
            }
            prepare(token, new ArrayList<>());
        });
    }

    @Override
    public boolean unfinished() {
        return leftover || !open.isEmpty();
    }

    private void prepare(String token, List<Written> manifest) throws IOException {
        manifest.addAll(whole);
        whole.clear();
        for (String below : madeIn) {
            folder.folder(below).sync();
        }
        madeIn.clear();
        folder.put(SinkFolder.PREPARED + token, new Manifest(run, manifest).bytes());
        // Not before, see Leftovers.
        for (Written each : manifest) {
            if (!folder.exists(each)) {
                throw new NoSuchFileException(folder.root() + "/" + each.file()
                        + " is gone: somebody has deleted it, or another process has taken over");
            }
        }
        leftover = false;
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        if (busy.compareAndSet(false, true)) {
            open.values().forEach(HiddenFile::close);
        }
    }
}
