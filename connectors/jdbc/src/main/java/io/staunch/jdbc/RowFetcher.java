package io.staunch.jdbc;

import io.staunch.environment.Agent;
import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.jdbc.RowQuery.Fetched;
import io.staunch.source.SourceContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fetches the rows of a reader's splits, a step at a time, on a thread that may block. A database that is away is asked again and again. Owned by its
 * agent's thread; {@link #add} and {@link #close} are for the worker.
 */
final class RowFetcher<T> implements Agent {
    private static final Logger LOG = LoggerFactory.getLogger(RowFetcher.class);

    private final ReadOptions<T> options;
    private final SourceContext context;
    private final RowQuery<T> query;
    private final SettledEnd end;
    private final Standstill standstill;
    private final Queue<SplitRows<T>> added = new ConcurrentLinkedQueue<>();
    private final List<SplitRows<T>> splits = new ArrayList<>();
    private volatile boolean closed;
    /** Made by the first step, since it may block. */
    private @Nullable Session session;

    private @Nullable RowPosition settled;
    private long nextLookNanos;
    private boolean away;

    RowFetcher(ReadOptions<T> options, SourceContext context) {
        this.options = options;
        this.context = context;
        query = new RowQuery<>(options);
        end = new SettledEnd(options.settle().toNanos());
        standstill = new Standstill(options.settle().toNanos());
        nextLookNanos = context.environment().nanoTime();
    }

    void add(SplitRows<T> split) {
        added.add(split);
    }

    /** Ends the agent after the step that it is in. */
    void close() {
        closed = true;
    }

    @Override
    public Step step() {
        if (closed) {
            letGo();
            return Step.DONE;
        }
        for (SplitRows<T> split = added.poll(); split != null; split = added.poll()) {
            splits.add(split);
        }
        long now = context.environment().nanoTime();
        if (splits.isEmpty() || now - nextLookNanos < 0) {
            return Step.IDLE;
        }
        try {
            boolean full = fetch(now);
            back();
            nextLookNanos = full ? now : now + options.pollEvery().toNanos();
            return full ? Step.WORKED : Step.IDLE;
        } catch (Exception e) {
            return failed(e, now);
        }
    }

    private Step failed(Exception error, long now) {
        if (error instanceof StaunchException known && known.remedy() == Remedy.RETRY) {
            if (!away) {
                LOG.warn("source '{}' waits: {}", context.source(), error.getMessage());
            }
            away = true;
            nextLookNanos = now + options.pollEvery().toNanos();
            return Step.IDLE;
        }
        context.failed().accept(error);
        letGo();
        return Step.DONE;
    }

    private void letGo() {
        if (session != null) {
            session.close();
        }
    }

    private Session session() {
        Session there = session;
        if (there == null) {
            there = new Session(
                    DatabaseConnections.of(context.environment()),
                    options.database(),
                    new SqlFaults(options.database().place(), options.table(), Remedy.RETRY));
            session = there;
        }
        return there;
    }

    private void back() {
        if (away) {
            LOG.info("source '{}' goes on", context.source());
        }
        away = false;
    }

    /** Whether there may be more right now. */
    private boolean fetch(long now) throws Exception {
        Session with = session();
        SettledEnd.Look look =
                with.inTransaction("looking for rows", connection -> query.look(connection, end.asksForNumber(now)));
        RowPosition before = settled;
        RowPosition upTo = end.after(look, now, context.environment().nanoTime());
        settled = upTo;
        boolean unsettled = look.last() != null && (upTo == null || upTo.compareTo(look.last()) < 0);
        Rows read = upTo == null ? Rows.NONE : read(with, upTo);
        tell(standstill.see(unsettled || read.held(), read.some() || !Objects.equals(before, upTo), now));
        return read.full();
    }

    /**
     * What was read.
     *
     * @param some whether there was any
     * @param full whether there may be more right now
     * @param held whether a writer still holds some
     */
    private record Rows(boolean some, boolean full, boolean held) {
        static final Rows NONE = new Rows(false, false, false);
    }

    private Rows read(Session with, RowPosition upTo) throws Exception {
        boolean some = false;
        boolean full = false;
        boolean held = false;
        for (SplitRows<T> split : splits) {
            RowPosition after = split.fetched();
            if (!split.hasRoom() || (after != null && after.compareTo(upTo) >= 0)) {
                continue;
            }
            List<Fetched<T>> rows = with.inTransaction(
                    "reading rows", connection -> query.rows(connection, split.number(), after, upTo));
            rows.forEach(split::add);
            held |= query.held();
            full |= rows.size() == RowQuery.ROWS;
            if (!rows.isEmpty()) {
                some = true;
                context.wake().run();
            }
        }
        return new Rows(some, full, held);
    }

    private void tell(Standstill.Word word) {
        switch (word) {
            case NONE -> {}
            case WAITS ->
                LOG.warn(
                        "source '{}' waits: {} has rows that are not read yet, since a transaction that is older than they are is still open, and may have"
                                + " written rows that come before them. It goes on when that has ended. {}",
                        context.source(),
                        options.description(),
                        options.database().dialect().whoWrites());
            case GOES_ON -> LOG.info("source '{}' goes on", context.source());
        }
    }
}
