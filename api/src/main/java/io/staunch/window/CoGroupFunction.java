package io.staunch.window;

import io.staunch.function.Collector;
import java.io.Serializable;
import java.util.List;

/** All records of a window and key, of two streams, in; any number of values out. */
@FunctionalInterface
public interface CoGroupFunction<K, L, R, O> extends Serializable {
    /**
     * Called once for each window that has records of at least one of the two.
     *
     * @param lefts records of the left stream; can't be changed, and may be kept; likewise {@code rights}
     * @param out only valid during the call
     */
    void coGroup(Window window, K key, List<L> lefts, List<R> rights, Collector<O> out) throws Exception;
}
