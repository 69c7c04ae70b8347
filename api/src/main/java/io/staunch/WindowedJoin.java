package io.staunch;

import io.staunch.function.JoinFunction;
import io.staunch.graph.KeyedOperation;
import io.staunch.process.SideOutput;
import io.staunch.window.CoGroupFunction;
import io.staunch.window.WindowRules;
import io.staunch.window.Windows;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A join of records that are in the same window. What comes of a window comes once, when the watermark reaches its last timestamp, and has that timestamp.
 * Late records would make pairs come twice, so that no lateness can be allowed.
 */
public final class WindowedJoin<K, L, R> {
    private final Join<K, L, R> join;
    private final Windows windows;
    private final @Nullable SideOutput<L> lateLeft;
    private final @Nullable SideOutput<R> lateRight;

    WindowedJoin(
            Join<K, L, R> join, Windows windows, @Nullable SideOutput<L> lateLeft, @Nullable SideOutput<R> lateRight) {
        this.join = join;
        this.windows = windows;
        this.lateLeft = lateLeft;
        this.lateRight = lateRight;
    }

    /** The same, but records that come too late for all their windows go to side outputs of the result. Without it they are dropped. */
    public WindowedJoin<K, L, R> lateTo(SideOutput<L> ofLeft, SideOutput<R> ofRight) {
        return new WindowedJoin<>(
                join, windows, Objects.requireNonNull(ofLeft, "ofLeft"), Objects.requireNonNull(ofRight, "ofRight"));
    }

    /**
     * A record from each pair of a window. Records that are in several windows together are a pair of each.
     *
     * @param name identity of the state in checkpoints
     * @param leftType class of the left stream's records, which checkpoints restore
     * @param rightType likewise
     */
    public <O> Stream<O> map(
            String name,
            Class<L> leftType,
            Class<R> rightType,
            JoinFunction<? super L, ? super R, ? extends O> function) {
        Objects.requireNonNull(function, "function");
        return this.<O>coGroup(name, leftType, rightType, (window, key, lefts, rights, out) -> {
            for (L left : lefts) {
                for (R right : rights) {
                    out.emit(function.join(left, right));
                }
            }
        });
    }

    /**
     * The same, and a record from each one of the left stream for each of its windows that has none of the right: the function gets null for that one.
     */
    public <O> Stream<O> leftMap(
            String name,
            Class<L> leftType,
            Class<R> rightType,
            JoinFunction<? super L, ? super @Nullable R, ? extends O> function) {
        Objects.requireNonNull(function, "function");
        return this.<O>coGroup(name, leftType, rightType, (window, key, lefts, rights, out) -> {
            for (L left : lefts) {
                if (rights.isEmpty()) {
                    out.emit(function.join(left, null));
                }
                for (R right : rights) {
                    out.emit(function.join(left, right));
                }
            }
        });
    }

    /**
     * What a function makes of all records of a window, of both streams.
     *
     * @param name identity of the state in checkpoints
     * @param leftType class of the left stream's records, which checkpoints restore
     * @param rightType likewise
     */
    public <O> Stream<O> coGroup(
            String name,
            Class<L> leftType,
            Class<R> rightType,
            CoGroupFunction<? super K, ? super L, ? super R, O> function) {
        return join.add(
                name,
                new KeyedOperation.WindowJoined(
                        WindowRules.of(windows),
                        lateLeft,
                        lateRight,
                        Objects.requireNonNull(leftType, "leftType"),
                        Objects.requireNonNull(rightType, "rightType"),
                        Objects.requireNonNull(function, "function")));
    }
}
