package io.staunch.statebackend.heap;

import io.staunch.protocol.bytes.BytesIn;
import io.staunch.protocol.bytes.BytesOut;
import io.staunch.protocol.codec.Codec;
import java.util.Arrays;
import java.util.HashSet;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** The times of one key's timers of a kind: mostly one or a few, which stand in an array, and seldom many, which are hashed. */
final class TimerSet {
    private static final int FEW = 8;

    private long[] few = new long[1];
    private int count;
    private @Nullable HashSet<Long> many;

    /** Returns whether it was not there. */
    boolean add(long time) {
        if (many != null) {
            return many.add(time);
        }
        if (indexOf(time) >= 0) {
            return false;
        }
        if (count == FEW) {
            many = new HashSet<>(4 * FEW);
            for (long each : few) {
                many.add(each);
            }
            few = new long[0];
            count = 0;
            return many.add(time);
        }
        if (count == few.length) {
            few = Arrays.copyOf(few, Math.min(FEW, 2 * count));
        }
        few[count++] = time;
        return true;
    }

    /** Returns whether it was there. */
    boolean remove(long time) {
        if (many != null) {
            return many.remove(time);
        }
        int at = indexOf(time);
        if (at < 0) {
            return false;
        }
        few[at] = few[--count];
        return true;
    }

    boolean contains(long time) {
        return many != null ? many.contains(time) : indexOf(time) >= 0;
    }

    int size() {
        return many != null ? many.size() : count;
    }

    /** In no order. */
    void forEach(LongConsumer each) {
        if (many != null) {
            many.forEach(each::accept);
        } else {
            for (int i = 0; i < count; i++) {
                each.accept(few[i]);
            }
        }
    }

    private int indexOf(long time) {
        for (int i = 0; i < count; i++) {
            if (few[i] == time) {
                return i;
            }
        }
        return -1;
    }

    /** As bytes: how many, and the times in their order. */
    static final class AsBytes implements Codec<Object> {
        @Override
        public void write(BytesOut out, Object value) {
            TimerSet set = (TimerSet) value;
            long[] sorted = new long[set.size()];
            int[] at = {0};
            set.forEach(time -> sorted[at[0]++] = time);
            Arrays.sort(sorted);
            out.writeVarInt(sorted.length);
            for (long time : sorted) {
                out.writeLong(time);
            }
        }

        @Override
        public TimerSet read(BytesIn in) {
            var set = new TimerSet();
            int from = in.offset();
            for (int left = in.readCount(Long.BYTES); left > 0; left--) {
                if (!set.add(in.readLong())) {
                    throw in.malformed(from, "different times", "the same one twice");
                }
            }
            return set;
        }
    }
}
