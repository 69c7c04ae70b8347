package io.staunch.runtime.task;

import io.staunch.graph.BroadcastUpdate;
import io.staunch.protocol.time.Watermark;
import io.staunch.runtime.data.Batch;

/** What stands first in a task that reads channels, where that is no keyed operator. */
final class Heads {
    private Heads() {}

    /** Hands records on as they are. */
    record Plain(Receiver chain) implements ChannelTask.Head {
        @Override
        public void prepare(Batch batch, int channel) {}

        @Override
        public void accept(Batch batch, int at) {
            chain.accept(batch.values[at], batch.timestamps[at]);
        }

        @Override
        public long restored() {
            return Long.MIN_VALUE;
        }

        @Override
        public void watermark(Watermark watermark) {
            chain.watermark(watermark);
        }

        @Override
        public boolean advancing() {
            return false;
        }

        @Override
        public boolean ending() {
            return false;
        }

        @Override
        public void advance(int most) {}

        @Override
        public boolean clock(int most) {
            return false;
        }

        @Override
        public long fired() {
            return 0;
        }
    }

    /** A head that reads a table which is broadcast: takes its updates beside it, and leaves all else to it. Owned by the task's worker. */
    static final class Connected implements ChannelTask.Head {
        private final ChannelTask.Head head;
        private final BroadcastCopy table;
        private final int ofStream;
        private boolean updates;

        /** @param ofStream how many channels are the head's own; the table's come behind them */
        Connected(ChannelTask.Head head, BroadcastCopy table, int ofStream) {
            this.head = head;
            this.table = table;
            this.ofStream = ofStream;
        }

        @Override
        public void prepare(Batch batch, int channel) {
            updates = channel >= ofStream;
            if (!updates) {
                head.prepare(batch, channel);
            }
        }

        @Override
        public void accept(Batch batch, int at) {
            if (updates) {
                table.apply((BroadcastUpdate) batch.values[at]);
            } else {
                head.accept(batch, at);
            }
        }

        @Override
        public long restored() {
            return head.restored();
        }

        @Override
        public void watermark(Watermark watermark) {
            head.watermark(watermark);
        }

        @Override
        public boolean advancing() {
            return head.advancing();
        }

        @Override
        public boolean ending() {
            return head.ending();
        }

        @Override
        public void advance(int most) {
            head.advance(most);
        }

        @Override
        public boolean clock(int most) {
            return head.clock(most);
        }

        @Override
        public long fired() {
            return head.fired();
        }

        @Override
        public int room(boolean beyond) {
            return head.room(beyond);
        }

        @Override
        public boolean isEmpty() {
            return head.isEmpty();
        }

        @Override
        public void close() {
            head.close();
        }
    }
}
