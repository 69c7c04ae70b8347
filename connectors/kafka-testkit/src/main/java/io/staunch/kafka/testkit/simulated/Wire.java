package io.staunch.kafka.testkit.simulated;

import io.staunch.testkit.log.LogException;
import io.staunch.testkit.log.LogException.Reason;
import io.staunch.testkit.simulation.world.CallFate;
import io.staunch.testkit.simulation.world.Chance;
import io.staunch.testkit.simulation.world.SimulatedProcess;
import io.staunch.testkit.simulation.world.VirtualClock;
import java.util.function.Supplier;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * One client's way to the cluster, on which calls are lost, answered in vain, delayed and refused, and their caller or its process dies
 * or stands still. Like a Kafka client, it tries again as long as trying again can help, up to its time-out.
 */
final class Wire {
    private static final long SHORTEST_RETRY_NANOS = 20_000;
    private static final long LONGEST_RETRY_NANOS = 100_000_000;
    private static final long SHORTEST_DELAY_NANOS = 10_000;
    private static final long LONGEST_DELAY_NANOS = 5_000_000_000L;

    private final SimulatedProcess process;
    private final VirtualClock clock;
    private final Chance chance;
    private final long patienceNanos;

    Wire(SimulatedProcess process, VirtualClock clock, Chance chance, long patienceMs) {
        this.process = process;
        this.clock = clock;
        this.chance = chance;
        patienceNanos = patienceMs * 1_000_000;
    }

    SimulatedProcess process() {
        return process;
    }

    Chance chance() {
        return chance;
    }

    /**
     * Makes a call.
     *
     * @param operation for plans of faults and for messages, for example {@code kafka.commit}
     * @param effect what the call does at the cluster; may be carried out long after the caller has given up, or died
     */
    <T> T call(String operation, Supplier<T> effect) {
        process.before(operation);
        CallFate fate = process.fate(operation);
        switch (fate) {
            case ANSWERED -> {}
            case REFUSED -> process.block(chance.skewed(SHORTEST_RETRY_NANOS, LONGEST_RETRY_NANOS));
            case REQUEST_LOST -> throw inVain(operation);
            case REQUEST_DELAYED -> {
                later(chance.skewed(SHORTEST_DELAY_NANOS, LONGEST_DELAY_NANOS), effect);
                throw inVain(operation);
            }
            case ANSWER_LOST -> {
                unanswered(effect);
                throw inVain(operation);
            }
        }
        T answer = patiently(operation, effect);
        process.after(operation);
        return answer;
    }

    /** Tries until it succeeds, is refused for good, or patience ends. */
    <T> T patiently(String operation, Supplier<T> effect) {
        long giveUp = clock.nanos() + patienceNanos;
        long pause = SHORTEST_RETRY_NANOS;
        while (true) {
            try {
                return effect.get();
            } catch (LogException e) {
                if (!passes(e)) {
                    throw KafkaErrors.of(e);
                }
                if (clock.nanos() >= giveUp) {
                    throw new TimeoutException("simulated: " + operation + " got no answer in time: " + e.getMessage());
                }
            }
            process.block(Math.min(pause, Math.max(1, giveUp - clock.nanos())));
            pause = Math.min(pause * 2, LONGEST_RETRY_NANOS);
        }
    }

    /** A call that nobody waits for; it takes effect after a time, if it then may, also if the process is dead. */
    void later(long delayNanos, Supplier<?> effect) {
        clock.after(delayNanos, () -> unanswered(effect));
    }

    /** Whether trying again may help. */
    static boolean passes(LogException e) {
        return e.reason() == Reason.UNAVAILABLE || e.reason() == Reason.STILL_FINISHING;
    }

    private TimeoutException inVain(String operation) {
        process.block(patienceNanos);
        return new TimeoutException("simulated: " + operation + " got no answer");
    }

    private static void unanswered(Supplier<?> effect) {
        try {
            effect.get();
        } catch (LogException nobodyHearsOfIt) {
            return;
        }
    }
}
