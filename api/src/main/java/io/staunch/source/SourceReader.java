package io.staunch.source;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Reads the splits of one task. All calls are made by the task's worker, one at a time, and none may block.
 *
 * @param <T> the records
 */
public interface SourceReader<T> extends AutoCloseable {
    /** Adds splits to read from their positions. A split that is already read is an error. */
    void add(List<Split> splits);

    /**
     * Emits records that are ready, at most {@code most}.
     *
     * @return how many were emitted; 0 if none are ready now
     */
    int poll(SourceOutput<T> out, int most) throws Exception;

    /** Whether every split has an end and all of them were read to it. A source without an end never says so. */
    boolean finished();

    /**
     * Whether this split has an end and was read to it; asked now and then of sources that are read {@linkplain Source#bySplit by split}.
     *
     * @param split id of one that was added
     */
    default boolean finished(String split) {
        return finished();
    }

    /**
     * From now on no records of exactly these splits are emitted, until another call names others. Only called if the source is read
     * {@linkplain Source#bySplit by split}.
     *
     * @param splits ids of some that were added
     */
    default void pause(Set<String> splits) {
        throw new UnsupportedOperationException(getClass().getName() + " can't pause splits " + splits);
    }

    /** All splits of this reader with the position behind the last record emitted, in a stable order. */
    List<Split> positions();

    /**
     * For monitoring: about how many records lie between {@link #positions} and the end of this reader's splits, 0 if it has none; empty if
     * that is not known, or not yet. Called now and then, also while the task can't go on: what is behind the end must not be asked for
     * here, since that may block, but it should be known even while nobody polls.
     */
    default OptionalLong lag() {
        return OptionalLong.empty();
    }

    /**
     * For people: the place that {@link SourceOutput#emit} was given as origin, for example {@code topic flights, partition 3, offset 42}. May
     * be called by any thread that the record has come to, also after {@link #close}.
     */
    String describe(long origin);

    /**
     * The same for the engine, which remembers records by it that a sink's outside has refused; empty if the source can't say it, and then
     * such a record stops the job. Threads as for {@link #describe}.
     */
    default Optional<RecordPlace> place(long origin) {
        return Optional.empty();
    }

    /** Ends fetching and lets go of everything. May be called again; nothing happens then. */
    @Override
    void close();
}
