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
 * is sent to its task; for primitive keys the hash stands for the key itself.
 */
public interface KeyedBackend extends KeyedStates, AutoCloseable {
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
     * What a checkpoint taken at this moment needs of this task: later changes are not in it.
     *
     * @param wanted how much; the backend may give everything although changes are wanted, and does so when it has captured nothing yet
     */
    Captured capture(Extent wanted);

    /**
     * Says by which types the states were written that will be restored, which may be older versions of the present ones. Called at most
     * once, after the states were made and before {@link #restore}; without it all were written by the present types. A state that is not
     * made any more was dropped with consent: it is passed over.
     *
     * @param schemas of each state's types in their order, as the text that the checkpoint keeps, by the state's name
     */
    void written(Map<String, List<String>> schemas);

    /**
     * Takes over what a chunk holds of the given key groups. To be given are, for each former task, the chunks of a capture of everything
     * and of all captures of changes after it, in that order; entries of other key groups are passed over.
     */
    void restore(byte[] chunk, KeyGroupRange groups);

    @Override
    void close();

    /** How much of the state a capture holds. */
    enum Extent {
        /** All of it. */
        WHOLE,
        /** What was changed or removed since the previous capture, whether the checkpoint of that one has completed or not. */
        CHANGES
    }

    /**
     * A capture.
     *
     * @param extent how much it holds
     * @param chunks in the order in which they are restored; none if there is nothing
     */
    record Captured(Extent extent, List<ByteBuffer> chunks) {
        public Captured {
            chunks = List.copyOf(chunks);
        }

        /** A capture of everything. */
        public static Captured whole(List<ByteBuffer> chunks) {
            return new Captured(Extent.WHOLE, chunks);
        }
    }
}
