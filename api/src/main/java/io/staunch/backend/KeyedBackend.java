package io.staunch.backend;

import io.staunch.state.KeyedStates;
import io.staunch.state.StateDescriptor;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The keyed state of one operator in one task. Owned by the task's worker: all calls come from it.
 *
 * <p>States are made first (through {@link KeyedStates}), then restored, then used. Keys come with their hash, made once where a record
 * is sent to its task; for primitive keys the hash stands for the key itself. A key's group is {@code ((hash >>> 32) * keyGroups) >>> 32}, for ever.
 */
public interface KeyedBackend extends KeyedStates, AutoCloseable {
    /** Makes timers; they are a state like others, of kind {@link io.staunch.state.StateKind#TIMERS}, whose type is {@code Long}. */
    KeyedTimers timers(String name);

    /** The states that were made, in order. */
    List<StateDescriptor> states();

    /**
     * Makes a key the current one for all states.
     *
     * @param hash the key's 64-bit hash
     * @param key the key, or null if it is primitive and the hash stands for it
     */
    void select(long hash, @Nullable Object key);

    /**
     * A hint that these keys will be selected soon, so that the memory they need is on its way. Changes nothing.
     *
     * @param hashes the first {@code count} are meant
     */
    void touch(long[] hashes, int count);

    /**
     * Begins to capture what a checkpoint taken at this moment needs of this task. What it holds is the state of now, whatever is done to
     * the state until it is finished. Beginning is to cost little however much state there is: the writing is done by {@link
     * Capture#advance}, and before an entry that is still to be written is changed.
     *
     * <p>A capture that is begun while another one is unfinished drops that one.
     *
     * @param wanted how much; the backend may give more than changes, and gives everything if it has captured nothing yet or the previous
     *     capture was dropped
     */
    Capture capture(Extent wanted);

    /**
     * Says by which types the states were written that will be restored, which may be older versions of the present ones. Called at most
     * once, after the states were made and before {@link #restore}; without it all were written by the present types. A state that is
     * missing here was not there yet: nothing is restored of it. One that is not made any more was dropped with consent: it is passed over.
     *
     * @param schemas of each state's types in their order, as the text that the checkpoint keeps, by the state's name
     */
    void written(Map<String, List<String>> schemas);

    /**
     * Takes over what chunks hold of the given key groups. To be given are, for each former task, the chunks of a capture and of as many
     * captures before it as it needs, the oldest first; entries of other key groups are passed over. Called at most once, without chunks
     * too.
     */
    void restore(List<byte[]> chunks, KeyGroupRange groups);

    @Override
    void close();

    /** How much of the state a capture is to hold. */
    enum Extent {
        /** All of it: the capture stands alone. */
        WHOLE,
        /** At least what was changed or removed since the previous capture, whether the checkpoint of that one has completed or not. */
        CHANGES
    }

    /** A capture that is being written. Calls come from the backend's owner, between those that change the state. */
    interface Capture {
        /**
         * Writes on.
         *
         * @param budget about how many entries may be written; other work counts in proportion
         * @return whether the capture is finished
         */
        boolean advance(int budget);

        /** What was captured. Called once, and only after {@link #advance} has said that the capture is finished. */
        Captured result();

        /** The result will not be asked for: nothing is written any more, and the next capture stands alone. */
        void drop();
    }

    /**
     * A finished capture.
     *
     * @param needs how many of the captures before it a restore needs too, counted back from this one without a gap; 0 if it stands alone
     * @param chunks in the order in which they are restored; none if there is nothing. They are the caller's
     */
    record Captured(int needs, List<ByteBuffer> chunks) {
        public Captured {
            if (needs < 0) {
                throw new IllegalArgumentException("a capture can't need " + needs + " others");
            }
            chunks = List.copyOf(chunks);
        }

        /** A capture that stands alone. */
        public static Captured whole(List<ByteBuffer> chunks) {
            return new Captured(0, chunks);
        }
    }
}
