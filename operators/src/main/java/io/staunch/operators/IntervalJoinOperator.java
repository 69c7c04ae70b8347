package io.staunch.operators;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.function.JoinFunction;
import io.staunch.graph.KeyedOperation;
import io.staunch.graph.Sided;
import io.staunch.process.KeyedProcess;
import io.staunch.process.SideOutput;
import io.staunch.state.KeyedStates;
import io.staunch.state.MapState;
import io.staunch.time.Timer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Joins records of two streams that are near each other in time. Each record meets those of the other stream that are kept, and is kept itself.
 *
 * <p><i>Invariant.</i> A record of the left at l is kept as long as the watermark is less than l + after, one of the right at r as long as it is less than r +
 * before: what is not late is beyond the watermark, so no record that is not kept has a partner to come. At these times there are timers. There are others only
 * if the interval was another one before a restart.
 */
final class IntervalJoinOperator<K, O> implements KeyedProcess<K, Sided, O> {
    /** The place of a record that is kept: its timestamp, and its number among those that have the same. */
    record At(long time, int number) {}

    private final long before;
    private final long after;
    private final @Nullable SideOutput<Object> lateLeft;
    private final @Nullable SideOutput<Object> lateRight;
    private final JoinFunction<Object, @Nullable Object, O> function;
    private final MapState<At, Object> lefts;
    private final MapState<At, Object> rights;

    /** Records of the left that have no partner yet; null if nobody wants to know. */
    private final @Nullable MapState<At, Boolean> alone;

    @SuppressWarnings(
            "unchecked") // the pipeline's builder has checked that types, function and side outputs fit the streams
    IntervalJoinOperator(KeyedOperation.Joined join, KeyedStates states) {
        before = join.interval().before().toMillis();
        after = join.interval().after().toMillis();
        lateLeft = (SideOutput<Object>) join.interval().lateLeft();
        lateRight = (SideOutput<Object>) join.interval().lateRight();
        function = (JoinFunction<Object, @Nullable Object, O>) join.function();
        lefts = states.map("left", At.class, (Class<Object>) join.left());
        rights = states.map("right", At.class, (Class<Object>) join.right());
        alone = join.outer() ? states.map("left alone", At.class, Boolean.class) : null;
    }

    @Override
    public void process(Sided sided, Context<K, O> context) throws Exception {
        long now = context.timestamp();
        if (now == Long.MIN_VALUE) {
            throw new StaunchException(
                    "a record without a timestamp came to a join by event time: a timer of processing time has"
                            + " emitted it, which such a join can't stand behind",
                    Remedy.FAIL_JOB);
        }
        if (context.late()) {
            late(sided, context);
        } else if (sided.left()) {
            left(sided.value(), now, context);
        } else {
            right(sided.value(), now, context);
        }
    }

    private void late(Sided sided, Context<K, O> context) {
        SideOutput<Object> output = sided.left() ? lateLeft : lateRight;
        if (output != null) {
            context.emit(output, sided.value());
        } else {
            context.dropLate();
        }
    }

    private void left(Object left, long now, Context<K, O> context) throws Exception {
        boolean joined = false;
        for (var right : rights.entries().entrySet()) {
            long time = right.getKey().time();
            if (belong(now, time)) {
                context.emit(function.join(left, right.getValue()), Math.max(now, time));
                joined = true;
            }
        }
        long until = Times.plus(now, after);
        if (until > context.currentWatermark()) {
            At at = keep(lefts, now, left);
            context.timers().atEventTime(until);
            if (alone != null && !joined) {
                alone.put(at, true);
            }
        } else if (alone != null && !joined) {
            context.emit(function.join(left, null));
        }
    }

    private void right(Object right, long now, Context<K, O> context) throws Exception {
        for (var left : lefts.entries().entrySet()) {
            long time = left.getKey().time();
            if (belong(time, now)) {
                if (alone != null) {
                    alone.remove(left.getKey());
                }
                context.emit(function.join(left.getValue(), right), Math.max(now, time));
            }
        }
        long until = Times.plus(now, before);
        if (until > context.currentWatermark()) {
            keep(rights, now, right);
            context.timers().atEventTime(until);
        }
    }

    private boolean belong(long left, long right) {
        return right >= Times.plus(left, -before) && right <= Times.plus(left, after);
    }

    private static At keep(MapState<At, Object> kept, long time, Object value) {
        At at = new At(time, 0);
        while (kept.contains(at)) {
            at = new At(time, at.number() + 1);
        }
        kept.put(at, value);
        return at;
    }

    @Override
    public void onTimer(Timer timer, Context<K, O> context) throws Exception {
        if (timer.time() == Long.MAX_VALUE) {
            for (At at :
                    List.copyOf(lefts.entries().keySet())) { // times stay at this bound: it is that of all that is left
                freeLeft(at, context);
            }
            rights.clear();
            return;
        }
        boolean freed = false;
        At left = new At(timer.time() - after, 0);
        while (freeLeft(left, context)) {
            left = new At(left.time(), left.number() + 1);
            freed = true;
        }
        At right = new At(timer.time() - before, 0);
        while (rights.contains(right)) {
            rights.remove(right);
            right = new At(right.time(), right.number() + 1);
            freed = true;
        }
        if (!freed) {
            otherInterval(timer.time(), context);
        }
    }

    /** A timer of an interval that was another one before a restart: what is kept by it gets the timers of this one. */
    private void otherInterval(long time, Context<K, O> context) throws Exception {
        for (At at : List.copyOf(lefts.entries().keySet())) {
            long until = Times.plus(at.time(), after);
            if (until <= time) {
                freeLeft(at, context);
            } else {
                context.timers().atEventTime(until);
            }
        }
        for (At at : List.copyOf(rights.entries().keySet())) {
            long until = Times.plus(at.time(), before);
            if (until <= time) {
                rights.remove(at);
            } else {
                context.timers().atEventTime(until);
            }
        }
    }

    /** Returns whether there was one. */
    private boolean freeLeft(At at, Context<K, O> context) throws Exception {
        Object left = lefts.get(at);
        if (left == null) {
            return false;
        }
        lefts.remove(at);
        if (alone != null && alone.contains(at)) {
            alone.remove(at);
            context.emit(function.join(left, null));
        }
        return true;
    }
}
