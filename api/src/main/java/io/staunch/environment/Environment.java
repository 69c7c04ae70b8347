package io.staunch.environment;

import java.util.UUID;
import java.util.function.Supplier;

/**
 * The world of a job. Nothing in the engine or in a connector asks the JVM for time, identity, randomness, threads or storage
 * directly: one production environment hands out the real ones, a simulated one replays a whole run from a seed.
 *
 * <p>Safe for use by any thread.
 */
public interface Environment {
    /** Monotonic time in nanoseconds from an arbitrary origin. Intervals and timeouts are measured by it. */
    long nanoTime();

    /** Wall-clock time in milliseconds since 1970; may jump. For timestamps that people or other systems read. */
    long currentTimeMs();

    /** A new random identity. */
    UUID newId();

    /** A random number, for jitter: at least 0, less than {@code bound}. */
    long random(long bound);

    /**
     * Runs an agent until it is done. In production on a thread of its own, in a simulation in turn with all others.
     *
     * @param name for thread names and messages
     */
    AgentHandle start(String name, Agent agent);

    /** Whether the calling thread may wait for agents: not if it is one that steps them. */
    default boolean mayWait() {
        return true;
    }

    /** The file system. */
    Disk disk();

    /**
     * A client port to the outside: the production implementation, unless this environment has one of its own.
     *
     * @param type the port, as the connector defines it
     * @param production makes the real one
     */
    <T> T port(Class<T> type, Supplier<? extends T> production);

    /** Runs an action when the world is asked to end in good order (SIGTERM). A world that only ever crashes does nothing. */
    default void atShutdown(Runnable action) {}
}
