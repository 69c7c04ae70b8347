package io.staunch.jdbc;

import io.staunch.jdbc.RowQuery.Fetched;
import io.staunch.source.Split;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a split on their way from the fetching thread to the worker. {@link #fetched} and what {@link #add} changes belong to the fetching
 * thread, {@link #emitted} and {@link #take} to the worker.
 */
final class SplitRows<T> {
    /** More than that is not fetched ahead. */
    private static final int MOST = 2 * RowQuery.ROWS;

    private final Split split;
    private final int number;
    private final Queue<Fetched<T>> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger count = new AtomicInteger();
    private @Nullable RowPosition fetched;
    private @Nullable RowPosition emitted;

    SplitRows(Split split, int number, Optional<RowPosition> position) {
        this.split = split;
        this.number = number;
        fetched = position.orElse(null);
        emitted = fetched;
    }

    String id() {
        return split.id();
    }

    int number() {
        return number;
    }

    /** The last row that was fetched; null if none was. */
    @Nullable
    RowPosition fetched() {
        return fetched;
    }

    boolean hasRoom() {
        return count.get() + RowQuery.ROWS <= MOST;
    }

    void add(Fetched<T> row) {
        fetched = row.position();
        count.incrementAndGet();
        waiting.add(row);
    }

    /** The next row, which counts as emitted; null if there is none. */
    @Nullable
    Fetched<T> take() {
        Fetched<T> row = waiting.poll();
        if (row != null) {
            count.decrementAndGet();
            emitted = row.position();
        }
        return row;
    }

    /** With the position behind the last row emitted. */
    Split position() {
        return new Split(split.id(), RowPosition.text(emitted));
    }
}
