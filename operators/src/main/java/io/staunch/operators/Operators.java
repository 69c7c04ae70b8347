package io.staunch.operators;

import io.staunch.function.Aggregate;
import io.staunch.function.FoldFunction;
import io.staunch.function.KeyedMapFunction;
import io.staunch.function.ReduceFunction;
import io.staunch.function.SupplierFunction;
import io.staunch.graph.KeyedOperation;
import io.staunch.process.BroadcastFunction;
import io.staunch.process.BroadcastProcessFactory;
import io.staunch.process.KeyedProcess;
import io.staunch.process.SideOutput;
import io.staunch.state.BroadcastState;
import io.staunch.state.KeyedStates;
import io.staunch.state.MapState;
import io.staunch.window.CoGroupFunction;
import io.staunch.window.WindowProcess;
import io.staunch.window.WindowProcessFactory;
import io.staunch.window.WindowRules;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Makes the operator of a keyed operation. */
public final class Operators {
    /** The name of an operation's only state. */
    public static final String STATE = "value";

    private Operators() {}

    /**
     * A new operator; it takes its state handles from {@code states}.
     *
     * @param table the copy of the table that it reads; null if it reads none
     */
    @SuppressWarnings("unchecked") // a pipeline's builder has checked that the functions of an operation fit each other
    public static KeyedProcess<Object, Object, Object> make(
            KeyedOperation operation,
            KeyedStates states,
            Copies copies,
            @Nullable BroadcastState<Object, Object> table) {
        return switch (operation.kind()) {
            case FOLD -> fold((KeyedOperation.Fold) operation, states, copies);
            case REDUCE -> reduce((KeyedOperation.Reduce) operation, states, copies);
            case AGGREGATE -> aggregate((KeyedOperation.Aggregated) operation, states, copies);
            case BROADCAST -> broadcast((KeyedOperation.Broadcast) operation, states);
            case CONNECTED ->
                ((BroadcastProcessFactory<Object, Object, Object, Object, Object>)
                                ((KeyedOperation.Connected) operation).factory())
                        .make(states, Objects.requireNonNull(table, "the table that the operator reads"));
            case DEDUPLICATE -> new DeduplicateOperator<>(((KeyedOperation.Deduplicated) operation).rules(), states);
            case JOIN -> join((KeyedOperation.Joined) operation, states);
            case WINDOW -> window((KeyedOperation.Windowed) operation, states, copies);
            case WINDOW_JOIN -> windowJoin((KeyedOperation.WindowJoined) operation, states, copies);
            case PROCESS ->
                ((io.staunch.process.KeyedProcessFactory<Object, Object, Object>)
                                ((KeyedOperation.Process) operation).factory())
                        .make(states);
        };
    }

    /** The state in which a broadcast operation keeps its table. */
    public static MapState<Object, Object> table(KeyedOperation.Broadcast broadcast, KeyedStates states) {
        return BroadcastOperator.table(broadcast, states);
    }

    @SuppressWarnings("unchecked") // all records come under one key
    private static KeyedProcess<Object, Object, Object> broadcast(
            KeyedOperation.Broadcast broadcast, KeyedStates states) {
        KeyedProcess<?, ?, ?> made = new BroadcastOperator<>(
                (BroadcastFunction<Object, Object, Object>) broadcast.function(), table(broadcast, states));
        return (KeyedProcess<Object, Object, Object>) made;
    }

    @SuppressWarnings("unchecked") // what comes to a join is sided
    private static KeyedProcess<Object, Object, Object> join(KeyedOperation.Joined join, KeyedStates states) {
        KeyedProcess<?, ?, ?> made = new IntervalJoinOperator<>(join, states);
        return (KeyedProcess<Object, Object, Object>) made;
    }

    @SuppressWarnings("unchecked")
    private static KeyedProcess<Object, Object, Object> fold(
            KeyedOperation.Fold fold, KeyedStates states, Copies copies) {
        return new FoldOperator<>(
                (Class<Object>) fold.type(),
                states,
                (SupplierFunction<Object>) fold.initial(),
                (FoldFunction<Object, Object>) fold.function(),
                (KeyedMapFunction<Object, Object, Object>) fold.result(),
                copies);
    }

    @SuppressWarnings("unchecked")
    private static KeyedProcess<Object, Object, Object> reduce(
            KeyedOperation.Reduce reduce, KeyedStates states, Copies copies) {
        return new ReduceOperator<>(
                (Class<Object>) reduce.type(),
                states,
                (ReduceFunction<Object>) reduce.function(),
                (KeyedMapFunction<Object, Object, Object>) reduce.result(),
                copies);
    }

    @SuppressWarnings("unchecked")
    private static KeyedProcess<Object, Object, Object> window(
            KeyedOperation.Windowed windowed, KeyedStates states, Copies copies) {
        var accumulators = new Accumulators<>((Aggregate<Object, Object, Object>) windowed.aggregate(), copies);
        var result = ((WindowProcessFactory<Object, Object, Object>) windowed.result()).make(states);
        var late = LateRecords.to((SideOutput<Object>) windowed.rules().late());
        return window(windowed.rules(), accumulators, result, late, states);
    }

    @SuppressWarnings("unchecked") // what comes to a join is sided
    private static KeyedProcess<Object, Object, Object> windowJoin(
            KeyedOperation.WindowJoined join, KeyedStates states, Copies copies) {
        var aggregate = new BothSides<>((Class<Object>) join.left(), (Class<Object>) join.right());
        var function = (CoGroupFunction<Object, Object, Object, Object>) join.function();
        WindowProcess<Object, BothSides.Records<Object, Object>, Object> result = (window, records, context) ->
                function.coGroup(window, context.key(), records.lefts(), records.rights(), context::emit);
        var late = LateRecords.to((SideOutput<Object>) join.lateLeft(), (SideOutput<Object>) join.lateRight());
        KeyedProcess<?, ?, ?> made = window(join.rules(), new Accumulators<>(aggregate, copies), result, late, states);
        return (KeyedProcess<Object, Object, Object>) made;
    }

    private static <T, A, R> KeyedProcess<Object, T, Object> window(
            WindowRules rules,
            Accumulators<T, A, R> accumulators,
            WindowProcess<Object, R, Object> result,
            LateRecords<T> late,
            KeyedStates states) {
        return switch (rules.windows().kind()) {
            case TUMBLING, SLIDING -> new AlignedWindowOperator<>(rules, accumulators, result, late, states);
            case SESSION -> new SessionWindowOperator<>(rules, accumulators, result, late, states);
            case GLOBAL -> new GlobalWindowOperator<>(rules, accumulators, result, states);
        };
    }

    @SuppressWarnings("unchecked")
    private static KeyedProcess<Object, Object, Object> aggregate(
            KeyedOperation.Aggregated aggregated, KeyedStates states, Copies copies) {
        return new AggregateOperator<>(
                (Aggregate<Object, Object, Object>) aggregated.aggregate(),
                states,
                (KeyedMapFunction<Object, Object, Object>) aggregated.result(),
                copies);
    }
}
