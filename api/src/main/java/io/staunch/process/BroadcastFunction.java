package io.staunch.process;

import io.staunch.state.MapState;
import java.io.Serializable;

/** A record in; what it changes in a table that is broadcast. */
@FunctionalInterface
public interface BroadcastFunction<T, K, V> extends Serializable {
    /**
     * Called once for each record, by one task. Those who read the table see all changes of a call together.
     *
     * @param table what all records before have made of it; only valid during the call. Keys and values that are put are given to other tasks, so they are not to be
     *     changed any more
     */
    void update(T record, MapState<K, V> table) throws Exception;
}
