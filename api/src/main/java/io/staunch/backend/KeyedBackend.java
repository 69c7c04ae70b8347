package io.staunch.backend;

import io.staunch.state.KeyedStates;
import io.staunch.state.StateDescriptor;
import java.nio.ByteBuffer;
import java.util.List;
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
     * Everything that a checkpoint taken at this moment needs of this task: later changes are not in it. What a restore is given is all
     * chunks of a checkpoint in the order in which they were captured.
     */
    List<ByteBuffer> capture();

    /**
     * Adds what an earlier capture holds of the given key groups. Chunks of several tasks and operators' earlier shapes may be given;
     * entries of other key groups are passed over.
     */
    void restore(byte[] chunk, KeyGroupRange groups);

    @Override
    void close();
}
