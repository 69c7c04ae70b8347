package io.staunch.protocol.walk.job;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A state of the world of one job: one or two folders for its checkpoints, the outside, and processes.
 *
 * @param lead null if the job has none
 * @param follower null if the job has none
 * @param left how many faults may still happen
 */
record Job(
        Folder first,
        Folder second,
        @Nullable Outside lead,
        Transactions transactions,
        @Nullable Outside follower,
        Faults left,
        List<Attempt> attempts) {
    Folder folder(int place) {
        return place == 0 ? first : second;
    }

    Job with(int place, Folder folder) {
        return place == 0
                ? new Job(folder, second, lead, transactions, follower, left, attempts)
                : new Job(first, folder, lead, transactions, follower, left, attempts);
    }

    Job lead(Outside now, Transactions of) {
        return new Job(first, second, now, of, follower, left, attempts);
    }

    Job lead(Outside now) {
        return lead(now, transactions);
    }

    Job with(Transactions now) {
        return new Job(first, second, lead, now, follower, left, attempts);
    }

    Job follower(Outside now) {
        return new Job(first, second, lead, transactions, now, left, attempts);
    }

    Job with(Faults now) {
        return new Job(first, second, lead, transactions, follower, now, attempts);
    }

    /** Attempts are numbered from 1. */
    Job with(int number, Attempt attempt) {
        List<Attempt> changed = new ArrayList<>(attempts);
        changed.set(number - 1, attempt);
        return new Job(first, second, lead, transactions, follower, left, changed);
    }

    int claims() {
        return first.claims().size() + second.claims().size();
    }

    /** The lead, or without one the follower: whose ledger decides. */
    Outside deciding() {
        Outside one = lead != null ? lead : follower;
        if (one == null) {
            throw new IllegalStateException("a job without an outside");
        }
        return one;
    }
}
