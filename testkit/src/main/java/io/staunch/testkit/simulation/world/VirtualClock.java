package io.staunch.testkit.simulation.world;

import java.util.PriorityQueue;

/** The world's time, which moves only when the world moves it, and what is to happen at some time. Owned by the thread that runs the world. */
public final class VirtualClock {
    private final PriorityQueue<Appointment> appointments = new PriorityQueue<>();
    private long now;
    private long made;

    /** Nanoseconds since the world began. */
    public long nanos() {
        return now;
    }

    /** Has something done when a time has come, in the order of times and, at one time, of the calls. It must not throw. */
    public void after(long delayNanos, Runnable what) {
        if (delayNanos < 0) {
            throw new IllegalArgumentException("delay must not be negative, was " + delayNanos);
        }
        appointments.add(new Appointment(now + delayNanos, made++, what));
    }

    /** Lets a moment pass in which nothing else is done. */
    void tick(long nanos) {
        now += nanos;
    }

    /** Lets time pass; what is due by then is done at its own time. */
    void pass(long nanos) {
        long target = now + nanos;
        Appointment next = appointments.peek();
        while (next != null && next.at <= target) {
            appointments.poll();
            now = Math.max(now, next.at);
            next.what.run();
            next = appointments.peek();
        }
        now = Math.max(now, target);
    }

    /** Nanoseconds until something is due; {@link Long#MAX_VALUE} if nothing is. */
    long untilNext() {
        Appointment next = appointments.peek();
        return next == null ? Long.MAX_VALUE : Math.max(0, next.at - now);
    }

    private record Appointment(long at, long number, Runnable what) implements Comparable<Appointment> {
        @Override
        public int compareTo(Appointment other) {
            return at != other.at ? Long.compare(at, other.at) : Long.compare(number, other.number);
        }
    }
}
