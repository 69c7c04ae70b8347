package io.staunch;

import io.staunch.function.JoinFunction;
import io.staunch.graph.KeySelector;
import io.staunch.graph.KeyedOperation;
import io.staunch.graph.Sided;
import io.staunch.keyed.Interval;
import io.staunch.process.SideOutput;
import io.staunch.window.Windows;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Two streams with the same key. */
public final class Join<K, L, R> {
    private final KeyedStream<K, L> left;
    private final KeyedStream<K, R> right;

    Join(KeyedStream<K, L> left, KeyedStream<K, R> right) {
        this.left = left;
        this.right = right;
    }

    /**
     * Joins by event time: a record of the right stream belongs to one of the left if it is from {@code before} earlier to {@code after} later. Both
     * streams need event time. A record is kept until the watermark says that none is expected any more that belongs to it.
     */
    public Within<K, L, R> within(Duration before, Duration after) {
        return new Within<>(this, new Interval(before, after, null, null));
    }

    /**
     * Joins by event time: records of the two streams that are in the same window belong together. Sessions are those of both streams together.
     *
     * @param windows any but {@link io.staunch.window.GlobalWindows}
     */
    public WindowedJoin<K, L, R> window(Windows windows) {
        return new WindowedJoin<>(this, Objects.requireNonNull(windows, "windows"), null, null);
    }

    /** Both streams as one, and an operation on its {@link Sided} records. */
    <O> Stream<O> add(String name, KeyedOperation operation) {
        Stream<Sided> both = left.stream()
                .map(value -> new Sided(true, value))
                .union(right.stream().map(value -> new Sided(false, value)));
        return both.keyed(sided(left.key(), right.key())).add(name, operation);
    }

    /** A join of records that are near each other in time. */
    public static final class Within<K, L, R> {
        private final Join<K, L, R> join;
        private final Interval interval;

        private Within(Join<K, L, R> join, Interval interval) {
            this.join = join;
            this.interval = interval;
        }

        /** The same, but late records, which are not joined, go to side outputs of the result. Without it they are dropped. */
        public Within<K, L, R> lateTo(SideOutput<L> ofLeft, SideOutput<R> ofRight) {
            return new Within<>(
                    join,
                    new Interval(
                            interval.before(),
                            interval.after(),
                            Objects.requireNonNull(ofLeft, "ofLeft"),
                            Objects.requireNonNull(ofRight, "ofRight")));
        }

        /**
         * A record from each pair, with the later timestamp of the two.
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
            return add(name, leftType, rightType, function, false);
        }

        /**
         * The same, and a record from each one of the left stream that belongs to no pair: the function gets null for the right one. It comes when the watermark
         * says that there will be no pair.
         */
        public <O> Stream<O> leftMap(
                String name,
                Class<L> leftType,
                Class<R> rightType,
                JoinFunction<? super L, ? super @Nullable R, ? extends O> function) {
            return add(name, leftType, rightType, function, true);
        }

        private <O> Stream<O> add(
                String name, Class<L> leftType, Class<R> rightType, JoinFunction<?, ?, ?> function, boolean outer) {
            var operation = new KeyedOperation.Joined(
                    interval,
                    Objects.requireNonNull(leftType, "leftType"),
                    Objects.requireNonNull(rightType, "rightType"),
                    Objects.requireNonNull(function, "function"),
                    outer);
            return join.add(name, operation);
        }
    }

    @SuppressWarnings("unchecked") // each key function gets the records of its own stream
    private static <K> KeySelector<Sided, K> sided(KeySelector<?, K> left, KeySelector<?, K> right) {
        KeySelector<Object, K> ofLeft = (KeySelector<Object, K>) left;
        KeySelector<Object, K> ofRight = (KeySelector<Object, K>) right;
        if (left.kind() != right.kind() || left.type() != right.type()) {
            throw new IllegalArgumentException(
                    "a join of streams with different keys, " + left.type().getName() + " and "
                            + right.type().getName() + ": key both by the same class, in the same way");
        }
        return switch (left.kind()) {
            case LONG ->
                (KeySelector<Sided, K>) KeySelector.<Sided>ofLong(
                        sided -> Objects.requireNonNull((sided.left() ? ofLeft : ofRight).ofLong())
                                .key(sided.value()));
            case INT ->
                (KeySelector<Sided, K>) KeySelector.<Sided>ofInt(
                        sided -> Objects.requireNonNull((sided.left() ? ofLeft : ofRight).ofInt())
                                .key(sided.value()));
            case OBJECT ->
                KeySelector.ofObject(
                        left.type(),
                        sided -> Objects.requireNonNull((sided.left() ? ofLeft : ofRight).object())
                                .key(sided.value()));
        };
    }
}
