package io.staunch.runtime.task;

import io.staunch.protocol.time.Watermark;
import io.staunch.runtime.data.Batch;

/** What stands first in a task that reads channels, where that is no keyed operator. */
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
}
