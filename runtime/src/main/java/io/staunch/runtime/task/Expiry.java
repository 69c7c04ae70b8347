package io.staunch.runtime.task;

import io.staunch.backend.KeyedTimers;
import io.staunch.environment.Environment;
import io.staunch.runtime.plan.ExpiryStates.Lease;
import io.staunch.state.TimeToLive;
import io.staunch.state.ValueState;

/**
 * When one state expires, for each key. Owned by the task's worker.
 *
 * <p><i>Invariant.</i> A key with a lease has exactly one timer, at the lease's timer time. A key without one has no timer; its state, if there is any, was
 * written before the state was made to expire, and gets its lease with its first use.
 *
 * <p>A write does not move the timer to a later time: when that fires and the lease goes on, it is registered anew for the lease's end. So it costs one write of two numbers, and
 * a timer per time to live.
 */
final class Expiry {
    private final ValueState<Lease> leases;
    private final KeyedTimers timers;
    private final Runnable clear;
    private final long duration;
    private final boolean sinceUse;
    private final Environment environment;

    /** @param clear removes the current key's state */
    Expiry(
            ValueState<Lease> leases,
            KeyedTimers timers,
            Runnable clear,
            TimeToLive timeToLive,
            Environment environment) {
        this.leases = leases;
        this.timers = timers;
        this.clear = clear;
        this.duration = timeToLive.duration().toMillis();
        this.sinceUse = timeToLive.since() == TimeToLive.Since.USE;
        this.environment = environment;
    }

    /** Before the current key's state is looked at: if it has expired, it is gone. */
    void look() {
        Lease lease = leases.orNull();
        if (lease != null && lease.until() <= environment.currentTimeMs()) {
            timers.delete(lease.timer());
            free();
        }
    }

    /** The current key's state, which there is, was read. */
    void read() {
        if (sinceUse || leases.orNull() == null) {
            written();
        }
    }

    /** The current key's state was written. */
    void written() {
        long until = environment.currentTimeMs() + duration;
        Lease lease = leases.orNull();
        if (lease == null) {
            timers.register(until);
            leases.set(new Lease(until, until));
        } else if (until < lease.timer()) { // the clock has jumped back, or the time to live was longer
            timers.delete(lease.timer());
            timers.register(until);
            leases.set(new Lease(until, until));
        } else if (lease.until() != until) {
            leases.set(new Lease(until, lease.timer()));
        }
    }

    /** The current key's state was removed. */
    void cleared() {
        Lease lease = leases.orNull();
        if (lease != null) {
            timers.delete(lease.timer());
            leases.clear();
        }
    }

    /** Frees what has expired, so many keys at most; the current key is another one then. Returns how many timers have fired. */
    int step(int most) {
        if (timers.earliest() == Long.MAX_VALUE) {
            return 0;
        }
        long now = environment.currentTimeMs();
        int fired = 0;
        while (fired < most && timers.fire(now) != null) {
            fired++;
            Lease lease = leases.orNull();
            if (lease == null) {
                throw new IllegalStateException("a timer of a state that expires has fired, but the key has no lease");
            }
            if (lease.until() <= now) {
                free();
            } else {
                timers.register(lease.until());
                leases.set(new Lease(lease.until(), lease.until()));
            }
        }
        return fired;
    }

    private void free() {
        clear.run();
        leases.clear();
    }
}
