package io.staunch.runtime.task;

import io.staunch.backend.KeyedBackend;
import io.staunch.process.KeyedProcess;
import io.staunch.process.SideOutput;
import io.staunch.protocol.keys.KeyHash;
import io.staunch.runtime.data.Batch;

/** What stands first in a task that reads channels. */
final class Heads {
    private Heads() {}

    /** Hands records on as they are. */
    record Plain(Receiver chain) implements ChannelTask.Head {
        @Override
        public void prepare(Batch batch) {}

        @Override
        public void accept(Batch batch, int at) {
            chain.accept(batch.values[at], batch.timestamps[at]);
        }
    }

    /** Makes each record's key the current one and calls the keyed operator. */
    static final class Keyed implements ChannelTask.Head, KeyedProcess.Context<Object, Object> {
        private final String name;
        private final KeyedBackend backend;
        private final KeyedProcess<Object, Object, Object> operator;
        private final Exits exits;
        private final boolean ofInt;
        private Batch current;
        private int index;

        Keyed(
                String name,
                KeyedBackend backend,
                KeyedProcess<Object, Object, Object> operator,
                Exits exits,
                boolean ofInt) {
            this.name = name;
            this.backend = backend;
            this.operator = operator;
            this.exits = exits;
            this.ofInt = ofInt;
        }

        @Override
        public void prepare(Batch batch) {
            current = batch;
            backend.touch(batch.hashes, batch.size);
        }

        @Override
        public void accept(Batch batch, int at) {
            index = at;
            backend.select(batch.hashes[at], batch.keys == null ? null : batch.keys[at]);
            try {
                operator.process(batch.values[at], this);
            } catch (Throwable e) {
                throw OperatorFailure.of(name, e);
            }
            exits.check();
        }

        @Override
        public Object key() {
            if (current.keys != null) {
                return current.keys[index];
            }
            long key = KeyHash.toLong(current.hashes[index]);
            return ofInt ? (Object) (int) key : (Object) key;
        }

        @Override
        public long timestamp() {
            return current.timestamps[index];
        }

        @Override
        public void emit(Object value) {
            exits.emit(value, current.timestamps[index]);
        }

        @Override
        public <S> void emit(SideOutput<S> output, S value) {
            exits.emit(output, value, current.timestamps[index]);
        }
    }
}
