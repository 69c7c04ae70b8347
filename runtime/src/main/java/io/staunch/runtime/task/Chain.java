package io.staunch.runtime.task;

import io.staunch.function.Collector;
import io.staunch.function.FilterFunction;
import io.staunch.function.FlatMapFunction;
import io.staunch.function.MapFunction;
import io.staunch.protocol.time.Watermark;

/** The stateless operators of a chain. */
final class Chain {
    private Chain() {}

    /** One in, one out. */
    static final class MapOperator implements Receiver {
        private final String name;
        private final MapFunction<Object, Object> function;
        private final Receiver next;

        MapOperator(String name, MapFunction<Object, Object> function, Receiver next) {
            this.name = name;
            this.function = function;
            this.next = next;
        }

        @Override
        public void accept(Object value, long timestamp) {
            Object mapped;
            try {
                mapped = function.map(value);
            } catch (Throwable e) {
                throw new OperatorFailure(name, e);
            }
            if (mapped == null) {
                throw OperatorFailure.nothing(name, "result");
            }
            next.accept(mapped, timestamp);
        }

        @Override
        public void watermark(Watermark watermark) {
            next.watermark(watermark);
        }
    }

    /** One in, one or none out. */
    static final class FilterOperator implements Receiver {
        private final String name;
        private final FilterFunction<Object> function;
        private final Receiver next;

        FilterOperator(String name, FilterFunction<Object> function, Receiver next) {
            this.name = name;
            this.function = function;
            this.next = next;
        }

        @Override
        public void accept(Object value, long timestamp) {
            boolean keep;
            try {
                keep = function.test(value);
            } catch (Throwable e) {
                throw new OperatorFailure(name, e);
            }
            if (keep) {
                next.accept(value, timestamp);
            }
        }

        @Override
        public void watermark(Watermark watermark) {
            next.watermark(watermark);
        }
    }

    /** One in, any number out. What the rest of the chain throws passes through the user's function unchanged. */
    static final class FlatMapOperator implements Receiver, Collector<Object> {
        private final String name;
        private final FlatMapFunction<Object, Object> function;
        private final Exits exits;
        private long timestamp;

        FlatMapOperator(String name, FlatMapFunction<Object, Object> function, Exits exits) {
            this.name = name;
            this.function = function;
            this.exits = exits;
        }

        @Override
        public void accept(Object value, long timestamp) {
            this.timestamp = timestamp;
            try {
                function.flatMap(value, this);
            } catch (Throwable e) {
                throw OperatorFailure.of(name, e);
            }
            exits.check();
        }

        @Override
        public void emit(Object value) {
            exits.emit(value, timestamp);
        }

        @Override
        public void watermark(Watermark watermark) {
            exits.watermark(watermark);
        }
    }

    /** One stream, several uses. */
    static final class FanOut implements Receiver {
        private final Receiver[] all;

        FanOut(Receiver[] all) {
            this.all = all;
        }

        @Override
        public void accept(Object value, long timestamp) {
            for (Receiver next : all) {
                next.accept(value, timestamp);
            }
        }

        @Override
        public void watermark(Watermark watermark) {
            for (Receiver next : all) {
                next.watermark(watermark);
            }
        }
    }
}
