package io.staunch.source;

import java.util.List;

/** Finds the splits of a source. Used by one thread, which may block within the client's timeouts. */
public interface SplitEnumerator extends AutoCloseable {
    /**
     * All splits at the very first start, each with its position resolved (the end of a log is looked up now, once).
     * They go into checkpoint 0 before the first record is read.
     */
    List<Split> firstSplits();

    /**
     * Checks restored splits before they are read: an identity that changed (a topic made anew), a position that has expired or
     * lies beyond the end is an error that names split and gap. So is a position that this source can't have written: another source's, or
     * a newer version's.
     */
    void verify(List<Split> restored);

    /** Splits that came since, read from their beginning; those already known are left out. Called now and then. */
    List<Split> discover(List<String> known);

    /** What recovery can no longer need: positions of a settled checkpoint, for monitoring outside. Must not throw for the outside's faults. */
    default void settled(long checkpoint, List<Split> positions) {}

    /** Lets go of the client. May be called again; nothing happens then. */
    @Override
    void close();
}
