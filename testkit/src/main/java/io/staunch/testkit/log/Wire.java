package io.staunch.testkit.log;

import io.staunch.testkit.log.LogException.Reason;
import io.staunch.testkit.simulation.world.CallFate;
import io.staunch.testkit.simulation.world.Chance;
import io.staunch.testkit.simulation.world.SimulatedProcess;
import io.staunch.testkit.simulation.world.VirtualClock;
import java.util.function.Supplier;

/**
 * One client's way to a log, on which calls are lost, answered in vain, delayed and refused, and their caller or its process dies
 * or stands still. It tries again as long as trying again can help, up to its time-out.
 */
public final class Wire {
    private static final long SHORTEST_RETRY_NANOS = 20_000;
    private static final long LONGEST_RETRY_NANOS = 100_000_000;
    private static final long SHORTEST_DELAY_NANOS = 10_000;
    private static final long LONGEST_DELAY_NANOS = 5_000_000_000L;

    private final SimulatedProcess process;
    private final VirtualClock clock;
    private final Chance chance;
    private final long patienceNanos;

    /** @param patienceMs after how long a caller gives up */
    public Wire(SimulatedProcess process, VirtualClock clock, Chance chance, long patienceMs) {
        this.process = process;
        this.clock = clock;
        this.chance = chance;
        patienceNanos = patienceMs * 1_000_000;
    }

    /** Whose way it is. */
    public SimulatedProcess process() {
        return process;
    }

    /** For choices of the client's own. */
    public Chance chance() {
        return chance;
    }

    /**
     * Makes a call. It throws {@link LogException} as the effect does, and with {@code NO_ANSWER} if the outcome is unknown.
     *
     * @param operation for plans of faults and for messages, for example {@code kafka.commit}
     * @param effect what the call does at the log; may be carried out long after the caller has given up, or died
     */
    public <T> T call(String operation, Supplier<T> effect) {
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

    /** Tries until it succeeds, is refused for good, or patience ends ({@code NO_ANSWER}). */
    public <T> T patiently(String operation, Supplier<T> effect) {
        long giveUp = clock.nanos() + patienceNanos;
        long pause = SHORTEST_RETRY_NANOS;
        while (true) {
            try {
                return effect.get();
            } catch (LogException e) {
                if (!passes(e)) {
                    throw e;
                }
                if (clock.nanos() >= giveUp) {
                    throw new LogException(Reason.NO_ANSWER, operation + " in time: " + e.getMessage());
                }
            }
            process.block(Math.min(pause, Math.max(1, giveUp - clock.nanos())));
            pause = Math.min(pause * 2, LONGEST_RETRY_NANOS);
        }
    }

    /** A call that nobody waits for; it takes effect after a time, if it then may, also if the process is dead. */
    public void later(long delayNanos, Supplier<?> effect) {
        clock.after(delayNanos, () -> unanswered(effect));
    }

    /** Whether trying again may help. */
    public static boolean passes(LogException e) {
        return e.reason().passes();
    }

    private LogException inVain(String operation) {
        process.block(patienceNanos);
        return new LogException(Reason.NO_ANSWER, operation);
    }

    private static void unanswered(Supplier<?> effect) {
        try {
            var unused = effect.get();
        } catch (LogException nobodyHearsOfIt) {
            return;
        }
    }
}
