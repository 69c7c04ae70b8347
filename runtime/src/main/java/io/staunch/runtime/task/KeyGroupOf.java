package io.staunch.runtime.task;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.function.IntKeyFunction;
import io.staunch.function.KeyFunction;
import io.staunch.function.LongKeyFunction;
import io.staunch.graph.KeySelector;
import io.staunch.protocol.keys.KeyGroups;
import io.staunch.protocol.keys.KeyHash;
import io.staunch.protocol.keys.KeyHasher;

/** The key group of a record that no exchange has distributed, since it comes from a checkpoint. */
record KeyGroupOf(KeySelector<?, ?> key, int keyGroups) {
    int record(Object value) {
        try {
            return KeyGroups.of(hash(value), keyGroups);
        } catch (Exception e) {
            throw new StaunchException(
                    "the key function threw for a record that was in flight at the checkpoint (" + e
                            + "): it must take every record that the one before it took",
                    Remedy.FAIL_JOB,
                    e);
        }
    }

    @SuppressWarnings("unchecked") // the pipeline's builder has checked that the key function fits its input
    private long hash(Object value) throws Exception {
        return switch (key.kind()) {
            case LONG -> KeyHash.of(((LongKeyFunction<Object>) key.ofLong()).key(value));
            case INT -> KeyHash.of(((IntKeyFunction<Object>) key.ofInt()).key(value));
            case OBJECT ->
                ((KeyHasher<Object>) KeyHash.hasher(key.type()))
                        .hash(((KeyFunction<Object, Object>) key.object()).key(value));
        };
    }
}
