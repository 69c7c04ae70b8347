package io.staunch.kafka.testkit.real;

import io.staunch.observe.ProtocolStep;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * When one life of the job is ended by SIGKILL.
 *
 * @param at the step of the protocol at which it is killed, or null for a moment by chance
 * @param meeting when it takes that step for the n-th time in that life, from 1
 * @param delay for a moment by chance: how long after it has begun to read
 */
record Kill(@Nullable ProtocolStep at, int meeting, Duration delay) {
    @Override
    public String toString() {
        return at == null
                ? delay.toMillis() + " ms after it began to read"
                : "at " + at + (meeting == 1 ? "" : " #" + meeting);
    }
}
