package io.staunch.statebackend.heap;

import io.staunch.protocol.bytes.BytesIn;
import io.staunch.protocol.bytes.BytesOut;
import io.staunch.protocol.codec.Codec;
import java.util.Arrays;
import java.util.HashSet;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The times of one key's timers of a kind: mostly one, which stands in the object itself, else a few, which stand in an array, and seldom many, which are
 * hashed. Never empty while it is in use.
 */
final class TimerSet {
    private static final int FEW = 8;

    /** If there is exactly one. */
    private long single;

    private int count;

    /** If there are several. */
    private long @Nullable [] few;

    private @Nullable HashSet<Long> many;

    TimerSet(long time) {
        single = time;
        count = 1;
    }

    /** Returns whether it was not there. */
    boolean add(long time) {
        if (contains(time)) {
            return false;
        }
        if (many == null && count == FEW) {
            many = new HashSet<>(4 * FEW);
            forEachOfFew(many::add);
            few = null;
        }
        if (many != null) {
            many.add(time);
        } else {
            addToFew(time);
        }
        count++;
        return true;
    }

    private void addToFew(long time) {
        long[] all = few;
        if (all == null) {
            all = new long[] {single, 0};
        } else if (count == all.length) {
            all = Arrays.copyOf(all, Math.min(FEW, 2 * count));
        }
        all[count] = time;
        few = all;
    }

    /** Removes one of several. Returns whether it was there. */
    boolean remove(long time) {
        if (count == 1) {
            throw new IllegalStateException("the last timer of a key goes with its set");
        }
        if (many != null) {
            if (!many.remove(time)) {
                return false;
            }
            count--;
            if (count == 1) {
                toSingle(many.iterator().next());
            }
            return true;
        }
        return few != null && removeFrom(few, time);
    }

    private boolean removeFrom(long[] all, long time) {
        int at = indexOf(all, time);
        if (at < 0) {
            return false;
        }
        all[at] = all[--count];
        if (count == 1) {
            toSingle(all[0]);
        }
        return true;
    }

    private void toSingle(long time) {
        single = time;
        few = null;
        many = null;
    }

    boolean contains(long time) {
        if (count == 1) {
            return single == time;
        }
        return many != null ? many.contains(time) : few != null && indexOf(few, time) >= 0;
    }

    int size() {
        return count;
    }

    /** In no order. */
    void forEach(LongConsumer each) {
        if (many != null) {
            many.forEach(each::accept);
        } else {
            forEachOfFew(each);
        }
    }

    private void forEachOfFew(LongConsumer each) {
        if (few == null) {
            each.accept(single);
        } else {
            for (int i = 0; i < count; i++) {
                each.accept(few[i]);
            }
        }
    }

    private int indexOf(long[] all, long time) {
        for (int i = 0; i < count; i++) {
            if (all[i] == time) {
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
            int from = in.offset();
            int left = in.readCount(Long.BYTES);
            if (left == 0) {
                throw in.malformed(from, "at least one time", "none");
            }
            var set = new TimerSet(in.readLong());
            for (left--; left > 0; left--) {
                if (!set.add(in.readLong())) {
                    throw in.malformed(from, "different times", "the same one twice");
                }
            }
            return set;
        }
    }
}
