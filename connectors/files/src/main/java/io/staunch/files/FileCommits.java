package io.staunch.files;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.ledger.LedgerView;
import io.staunch.ledger.Owner;
import io.staunch.sink.CommitConnection;
import io.staunch.sink.LedgerWrite;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Shows files, or deletes them, by the names of transactions. Owned by the thread that commits.
 *
 * <p>Of a commit and an abort of one transaction exactly one happens: each begins by renaming the manifest, which one of them can do.
 */
final class FileCommits implements CommitConnection {
    private final SinkFolder folder;
    private final FileLedger ledger;
    /** What runs before this one have left is shown. */
    private long settledBefore;

    FileCommits(SinkFolder folder, FileLedger ledger) {
        this.folder = folder;
        this.ledger = ledger;
    }

    @FunctionalInterface
    private interface Call<V> {
        V make() throws IOException;
    }

    /** What fails on a disk may pass (it is full, say, or a network file system is away): it is tried again until it does. */
    private <V> V call(String what, Call<V> call) {
        try {
            return call.make();
        } catch (IOException e) {
            throw new StaunchException(
                    "files in " + folder.root() + ": can't " + what + ": " + e.getMessage()
                            + ". It is tried again; look at the disk, its room and its rights",
                    Remedy.RETRY,
                    e);
        }
    }

    @Override
    public LedgerView peek() {
        return call("read the ledger", ledger::view);
    }

    @Override
    public long fence() {
        return call("raise the fence of the ledger", ledger::raise);
    }

    @Override
    public LedgerView read() {
        return call("read the ledger", ledger::view);
    }

    @Override
    public void own(Owner owner, FenceCheck fence) {
        call("record the owner in the ledger", () -> {
            FileLedger.Row row = ledger.row();
            fence.check(row.fence());
            ledger.write(row, row.line().with(owner));
            return true;
        });
    }

    @Override
    public Collection<String> prepared() {
        return call("look for prepared transactions", () -> {
            for (String token : folder.tokens(SinkFolder.ABORTED)) {
                finishAbort(token);
            }
            return folder.tokens(SinkFolder.PREPARED);
        });
    }

    @Override
    public Collection<String> committed(Collection<String> tokens) {
        return call("look for committed transactions", () -> {
            List<String> found = new ArrayList<>();
            Set<String> there = new HashSet<>(folder.tokens(SinkFolder.COMMITTED));
            if (!there.isEmpty()) {
                // Whoever moved a manifest may have died before it was durable.
                folder.own().sync();
            }
            for (String token : tokens) {
                if (there.contains(token)) {
                    show(token);
                    found.add(token);
                }
            }
            return found;
        });
    }

    @Override
    public boolean commit(String token) {
        return call("show the files of transaction " + token, () -> {
            if (!readable(token) || !folder.move(token, SinkFolder.PREPARED, SinkFolder.COMMITTED)) {
                return false;
            }
            show(token);
            return true;
        });
    }

    /** Before anything is decided: one that is damaged stays prepared. False if there is none. */
    private boolean readable(String token) throws IOException {
        try {
            folder.manifest(SinkFolder.PREPARED, token);
            return true;
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    private void show(String token) throws IOException {
        Manifest committed = folder.manifest(SinkFolder.COMMITTED, token);
        if (committed.run() > settledBefore) {
            new Leftovers(folder, committed.run()).finish();
            settledBefore = committed.run();
        }
        folder.show(committed);
    }

    @Override
    public void abort(String token) {
        call("delete the files of transaction " + token, () -> {
            folder.move(token, SinkFolder.PREPARED, SinkFolder.ABORTED);
            finishAbort(token);
            return true;
        });
    }

    /** Deletes what no other transaction has a part in. */
    private void finishAbort(String token) throws IOException {
        Manifest aborted;
        try {
            aborted = folder.manifest(SinkFolder.ABORTED, token);
        } catch (NoSuchFileException e) {
            return;
        }
        Set<String> others = new HashSet<>();
        for (String state : List.of(SinkFolder.PREPARED, SinkFolder.COMMITTED)) {
            for (String other : folder.tokens(state)) {
                folder.manifest(state, other).files().forEach(file -> others.add(file.file()));
            }
        }
        for (Written each : aborted.files()) {
            if (!others.contains(each.file())) {
                folder.folder(each.folder()).delete(each.hidden());
            }
        }
        folder.own().delete(SinkFolder.ABORTED + token);
    }

    /**
     * The line names the transactions that the entry speaks for, and only what tells of these is deleted. They are looked up before the row is read:
     * whoever has fenced this process by then, and committed more, is seen in the row.
     */
    @Override
    public void enter(LedgerWrite write) {
        call("make the entry in the ledger", () -> {
            List<String> settled = folder.settled();
            FileLedger.Row row = ledger.row();
            if (write.decide(row.fence(), row.line().entry())) {
                ledger.write(row, row.line().with(write.entry(), settled));
                folder.forget(settled);
            } else {
                ledger.settle(row);
                folder.forget(row.line().settled());
            }
            return true;
        });
    }

    @Override
    public void close() {
        // Nothing is held between calls.
    }
}
