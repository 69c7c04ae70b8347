package io.staunch.graph;

import io.staunch.function.Aggregate;
import io.staunch.function.FoldFunction;
import io.staunch.function.JoinFunction;
import io.staunch.function.KeyedMapFunction;
import io.staunch.function.ReduceFunction;
import io.staunch.function.SupplierFunction;
import io.staunch.keyed.Deduplication;
import io.staunch.keyed.Interval;
import io.staunch.process.BroadcastFunction;
import io.staunch.process.BroadcastProcessFactory;
import io.staunch.process.KeyedProcessFactory;
import io.staunch.process.SideOutput;
import io.staunch.window.CoGroupFunction;
import io.staunch.window.WindowProcessFactory;
import io.staunch.window.WindowRules;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/** What is done with the records of a key. */
public sealed interface KeyedOperation extends Serializable {
    /** For switches: one constant for each permitted record. */
    enum Kind {
        FOLD,
        REDUCE,
        AGGREGATE,
        BROADCAST,
        CONNECTED,
        DEDUPLICATE,
        JOIN,
        PROCESS,
        WINDOW,
        WINDOW_JOIN
    }

    Kind kind();

    /** Folds each record into the key's value and emits the new value. */
    record Fold(
            Class<?> type, SupplierFunction<?> initial, FoldFunction<?, ?> function, KeyedMapFunction<?, ?, ?> result)
            implements KeyedOperation {
        @Override
        public Kind kind() {
            return Kind.FOLD;
        }
    }

    /** Reduces each record into the key's value and emits the new value. */
    record Reduce(Class<?> type, ReduceFunction<?> function, KeyedMapFunction<?, ?, ?> result)
            implements KeyedOperation {
        @Override
        public Kind kind() {
            return Kind.REDUCE;
        }
    }

    /** Adds each record to the key's accumulator and emits the result so far. */
    record Aggregated(Aggregate<?, ?, ?> aggregate, KeyedMapFunction<?, ?, ?> result) implements KeyedOperation {
        @Override
        public Kind kind() {
            return Kind.AGGREGATE;
        }
    }

    /** Passes on the first record of each key. */
    record Deduplicated(Deduplication rules) implements KeyedOperation {
        @Override
        public Kind kind() {
            return Kind.DEDUPLICATE;
        }
    }

    /**
     * Joins records that come as {@link Sided}.
     *
     * @param left class of the left stream's records; {@code right} likewise
     * @param outer whether those of the left without a partner are told, with null
     */
    record Joined(Interval interval, Class<?> left, Class<?> right, JoinFunction<?, ?, ?> function, boolean outer)
            implements KeyedOperation {
        @Override
        public Kind kind() {
            return Kind.JOIN;
        }
    }

    /**
     * Makes a table of all records, which come under one key, and emits what each changes in it as {@link BroadcastUpdate}.
     *
     * @param key class of the table's keys; {@code value} likewise
     */
    record Broadcast(Class<?> key, Class<?> value, BroadcastFunction<?, ?, ?> function) implements KeyedOperation {
        /** The key of all records. */
        public static final int KEY = 0;

        /** The name of the state that holds the table. */
        public static final String TABLE = "table";

        @Override
        public Kind kind() {
            return Kind.BROADCAST;
        }
    }

    /**
     * A user's function with state per key that reads a table which is broadcast.
     *
     * @param broadcast number of the node that makes the table
     */
    record Connected(int broadcast, BroadcastProcessFactory<?, ?, ?, ?, ?> factory) implements KeyedOperation {
        @Override
        public Kind kind() {
            return Kind.CONNECTED;
        }
    }

    /** Aggregates the records of each window, and gives results to a function. */
    record Windowed(WindowRules rules, Aggregate<?, ?, ?> aggregate, WindowProcessFactory<?, ?, ?> result)
            implements KeyedOperation {
        @Override
        public Kind kind() {
            return Kind.WINDOW;
        }
    }

    /**
     * Gathers records that come as {@link Sided} in windows, and gives those of both sides to a function.
     *
     * @param rules without a side output: each side has its own
     * @param lateLeft where late records of the left stream go; null for nowhere; {@code lateRight} likewise
     * @param left class of the left stream's records; {@code right} likewise
     */
    record WindowJoined(
            WindowRules rules,
            @Nullable SideOutput<?> lateLeft,
            @Nullable SideOutput<?> lateRight,
            Class<?> left,
            Class<?> right,
            CoGroupFunction<?, ?, ?, ?> function)
            implements KeyedOperation {
        @Override
        public Kind kind() {
            return Kind.WINDOW_JOIN;
        }
    }

    /** A user's function with state per key. */
    record Process(KeyedProcessFactory<?, ?, ?> factory) implements KeyedOperation {
        @Override
        public Kind kind() {
            return Kind.PROCESS;
        }
    }
}
