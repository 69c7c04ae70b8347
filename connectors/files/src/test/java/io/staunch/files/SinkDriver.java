package io.staunch.files;

import io.staunch.environment.Environment;
import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.LedgerView;
import io.staunch.ledger.Owner;
import io.staunch.sink.CommitConnection;
import io.staunch.sink.LedgerWrite;
import io.staunch.sink.TransactionConnection;
import io.staunch.sink.TwoPhaseCommitContext;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A job as the engine runs it, reduced to what a two-phase-commit sink meets: numbers from 0 on are written, every few of them there is a checkpoint,
 * and what is durable outlives the process.
 */
final class SinkDriver<T> {
    static final String JOB = "job";

    /** Outlives processes: which transaction each durable checkpoint names, and how many numbers it has behind it. */
    static final class Store {
        final TreeMap<Long, String> tokens = new TreeMap<>();
        final TreeMap<Long, Integer> positions = new TreeMap<>();
        long epoch;
        long lastId;

        int position() {
            return positions.isEmpty() ? 0 : positions.lastEntry().getValue();
        }
    }

    private final Store store;
    private final Broken how;
    private final FileSink<T> sink;
    private final IntFunction<T> records;
    private final TwoPhaseCommitContext context;
    private final Owner owner;
    /** By this process: asked for no more, since an entry whose answer was lost may have removed the evidence. */
    private final Set<String> committed = new HashSet<>();

    private CommitConnection commits;
    private long fence;
    private @Nullable LedgerEntry held;
    private @Nullable TransactionConnection<T> writer;
    private int next;
    private boolean open;

    /** Takes over: looks, fences, decides, commits what is lacking and rolls back what is left. */
    SinkDriver(Store store, FileSink<T> sink, Environment world, IntFunction<T> records) throws Exception {
        this(store, sink, world, records, Broken.NOTHING);
    }

    SinkDriver(Store store, FileSink<T> sink, Environment world, IntFunction<T> records, Broken how) throws Exception {
        this.store = store;
        this.how = how;
        this.sink = sink;
        this.records = records;
        context = new TwoPhaseCommitContext(JOB, "sink", "sink at " + sink.resource(), world);
        store.epoch++;
        owner = new Owner(new UUID(1, store.epoch), store.epoch, new UUID(2, 2));
        commits = sink.connectCommits(context);
        commits.peek();
        fence = commits.fence();
        LedgerView view = commits.read();
        held = view.entry();
        commits.own(owner, this::check);
        recover();
        next = store.position();
    }

    private void check(long fenceInRow) {
        if (fenceInRow != fence) {
            throw new IllegalStateException("fenced: " + fenceInRow + " instead of " + fence);
        }
    }

    private void recover() throws Exception {
        long entered = held == null ? 0 : held.committed();
        Map<Long, String> lacking = store.tokens.tailMap(entered, false);
        List<String> prepared = new ArrayList<>(commits.prepared());
        List<String> evident = new ArrayList<>(commits.committed(lacking.values()));
        for (String token : prepared) {
            if (!lacking.containsValue(token) && how != Broken.STRAYS_KEPT) {
                commits.abort(token);
            }
        }
        for (String token : lacking.values()) {
            if (!evident.contains(token) && !commits.commit(token)) {
                throw new AssertionError("transaction " + token + " is lost");
            }
        }
        if (!lacking.isEmpty()) {
            enter(store.tokens.lastKey());
        }
    }

    /** As the engine does in each execution, whether there are records or not. */
    TransactionConnection<T> connect() throws Exception {
        TransactionConnection<T> there = writer;
        if (there == null) {
            there = sink.connect(context);
            writer = there;
        }
        return there;
    }

    /** Writes so many numbers. */
    void write(int count) throws Exception {
        TransactionConnection<T> to = connect();
        to.begin();
        open = true;
        for (int i = 0; i < count; i++) {
            to.write(records.apply(next++), 0);
        }
    }

    /** Prepares, and makes the checkpoint durable unless it is to fail before. */
    void checkpoint(boolean durable) throws Exception {
        checkpoint(durable, false);
    }

    /** Ends in good order: the last checkpoint, its commit, and the end of the connections. */
    void end() throws Exception {
        last();
        commit();
        close();
    }

    /** The last checkpoint. */
    void last() throws Exception {
        TransactionConnection<T> to = connect();
        if (!open && to.unfinished()) {
            to.begin();
            open = true;
        }
        if (open) {
            checkpoint(true, true);
        }
    }

    private void checkpoint(boolean durable, boolean last) throws Exception {
        long id = ++store.lastId;
        String token = "t" + store.epoch + "_" + id;
        if (writer == null) {
            throw new IllegalStateException("nothing was written");
        }
        if (last) {
            writer.prepareLast(token);
        } else {
            writer.prepare(token);
        }
        open = false;
        if (how == Broken.SHOWN_BEFORE_DURABLE) {
            commits.commit(token);
        }
        if (durable) {
            store.tokens.put(id, token);
            store.positions.put(id, next);
        }
    }

    /** Commits all that is durable. */
    void commit() throws Exception {
        long entered = held == null ? 0 : held.committed();
        for (Map.Entry<Long, String> each : store.tokens.tailMap(entered, false).entrySet()) {
            String token = each.getValue();
            if (!committed.contains(token)
                    && !commits.commit(token)
                    && commits.committed(List.of(token)).isEmpty()) {
                throw new AssertionError("transaction " + token + " is lost");
            }
            committed.add(token);
            enter(each.getKey());
        }
    }

    private void enter(long checkpoint) throws Exception {
        LedgerEntry entry = new LedgerEntry(JOB, context.resource(), checkpoint, owner);
        commits.enter(new LedgerWrite() {
            @Override
            public LedgerEntry entry() {
                return entry;
            }

            @Override
            public boolean decide(long fenceInRow, @Nullable LedgerEntry entryInRow) {
                check(fenceInRow);
                return !entry.equals(entryInRow);
            }
        });
        held = entry;
    }

    /** As after an error that passes. */
    void reconnect() throws Exception {
        commits.close();
        commits = sink.connectCommits(context);
    }

    void close() {
        if (writer != null) {
            writer.close();
        }
        commits.close();
    }
}
