package io.staunch.protocol.checkpoint;

import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;

/** Decides which checkpoints must stay readable. */
public final class Retention {
    private Retention() {}

    /**
     * The oldest checkpoint that anybody may still ask for.
     *
     * @param restorable the oldest one that recovery may restore: what the lead's ledger is known to hold, or without a lead the newest durable one
     * @param followers what each follower's ledger is known to hold; of one without a ledger, what the restorable checkpoint says of it
     */
    public static long oldest(long restorable, Collection<Long> followers) {
        return followers.stream().mapToLong(Long::longValue).reduce(restorable, Math::min);
    }

    /**
     * What is kept: everything from the oldest checkpoint that a ledger holds, since recovery restores that one and the write-ahead copies
     * behind it may be asked for; and the newest ones besides.
     *
     * @param complete ids of all complete checkpoints
     * @param oldestCommitted the oldest of the ids that the ledgers are known to hold
     * @param newest how many of the newest are kept at least; 1 or more
     */
    public static Set<Long> keep(Collection<Long> complete, long oldestCommitted, int newest) {
        if (newest < 1) {
            throw new IllegalArgumentException("at least one checkpoint must be kept, was " + newest);
        }
        var keep = new TreeSet<Long>();
        int count = 0;
        for (long id : new TreeSet<>(complete).descendingSet()) {
            if (count < newest || id >= oldestCommitted) {
                keep.add(id);
            }
            count++;
        }
        return keep;
    }
}
