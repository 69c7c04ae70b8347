package io.staunch.runtime.task;

import io.staunch.backend.KeyGroupRange;
import io.staunch.function.IntKeyFunction;
import io.staunch.function.KeyFunction;
import io.staunch.function.LongKeyFunction;
import io.staunch.protocol.keys.KeyGroups;
import io.staunch.protocol.keys.KeyHash;
import io.staunch.protocol.keys.KeyHasher;
import io.staunch.protocol.time.Watermark;
import io.staunch.runtime.data.Cursor;
import io.staunch.runtime.data.Lane;

/** The ends of a chain that send records to other tasks. */
final class Exchanges {
    private Exchanges() {}

    /** To the one task of the next stage with the same number. */
    record Forward(Lane lane, Cursor cursor) implements Receiver {
        @Override
        public void accept(Object value, long timestamp) {
            lane.append(value, timestamp, cursor.origin());
        }

        @Override
        public void watermark(Watermark watermark) {
            lane.watermark(watermark);
        }
    }

    /** To all tasks of the next stage. No time goes with it: theirs is that of the stream which meets these records. */
    record ToAll(Lane[] lanes, Cursor cursor) implements Receiver {
        @Override
        public void accept(Object value, long timestamp) {
            long origin = cursor.origin();
            for (Lane lane : lanes) {
                lane.append(value, timestamp, origin);
            }
        }

        @Override
        public void watermark(Watermark watermark) {}
    }

    /** The lane of each key group. */
    static Lane[] byGroup(Lane[] byTask, int keyGroups) {
        Lane[] lanes = new Lane[keyGroups];
        for (int group = 0; group < keyGroups; group++) {
            lanes[group] = byTask[KeyGroupRange.task(group, byTask.length, keyGroups)];
        }
        return lanes;
    }

    /** The lanes of all tasks from those of all key groups, of which each task has some that follow each other. */
    private static void watermark(Lane[] byGroup, Watermark watermark) {
        Lane last = null;
        for (Lane lane : byGroup) {
            if (lane != last) {
                lane.watermark(watermark);
                last = lane;
            }
        }
    }

    /** By a primitive long key. */
    static final class ByLong implements Receiver {
        private final String name;
        private final LongKeyFunction<Object> function;
        private final Lane[] lanes;
        private final Cursor cursor;

        ByLong(String name, LongKeyFunction<Object> function, Lane[] byGroup, Cursor cursor) {
            this.name = name;
            this.function = function;
            this.lanes = byGroup;
            this.cursor = cursor;
        }

        @Override
        public void accept(Object value, long timestamp) {
            long hash;
            try {
                hash = KeyHash.of(function.key(value));
            } catch (Throwable e) {
                throw new OperatorFailure(name, e);
            }
            lanes[KeyGroups.of(hash, lanes.length)].append(value, timestamp, cursor.origin(), hash);
        }

        @Override
        public void watermark(Watermark watermark) {
            Exchanges.watermark(lanes, watermark);
        }
    }

    /** By a primitive int key. */
    static final class ByInt implements Receiver {
        private final String name;
        private final IntKeyFunction<Object> function;
        private final Lane[] lanes;
        private final Cursor cursor;

        ByInt(String name, IntKeyFunction<Object> function, Lane[] byGroup, Cursor cursor) {
            this.name = name;
            this.function = function;
            this.lanes = byGroup;
            this.cursor = cursor;
        }

        @Override
        public void accept(Object value, long timestamp) {
            long hash;
            try {
                hash = KeyHash.of(function.key(value));
            } catch (Throwable e) {
                throw new OperatorFailure(name, e);
            }
            lanes[KeyGroups.of(hash, lanes.length)].append(value, timestamp, cursor.origin(), hash);
        }

        @Override
        public void watermark(Watermark watermark) {
            Exchanges.watermark(lanes, watermark);
        }
    }

    /** By a key that is an object. */
    static final class ByObject implements Receiver {
        private final String name;
        private final KeyFunction<Object, Object> function;
        private final KeyHasher<Object> hasher;
        private final Lane[] lanes;
        private final Cursor cursor;

        ByObject(
                String name,
                KeyFunction<Object, Object> function,
                KeyHasher<Object> hasher,
                Lane[] byGroup,
                Cursor cursor) {
            this.name = name;
            this.function = function;
            this.hasher = hasher;
            this.lanes = byGroup;
            this.cursor = cursor;
        }

        @Override
        public void accept(Object value, long timestamp) {
            Object key;
            try {
                key = function.key(value);
            } catch (Throwable e) {
                throw new OperatorFailure(name, e);
            }
            if (key == null) {
                throw OperatorFailure.nothing(name, "key");
            }
            long hash = hasher.hash(key);
            lanes[KeyGroups.of(hash, lanes.length)].append(value, timestamp, cursor.origin(), hash, key);
        }

        @Override
        public void watermark(Watermark watermark) {
            Exchanges.watermark(lanes, watermark);
        }
    }
}
