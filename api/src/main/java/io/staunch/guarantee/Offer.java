package io.staunch.guarantee;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What one component offers as it is configured.
 *
 * @param level the strongest end-to-end level that a pipeline with this component can have
 * @param reason why, in a few words
 * @param remedy what would lift the level, or null if nothing would or nothing need be
 */
public record Offer(
        Guarantee level, String reason, @Nullable String remedy) {
    public Offer {
        Objects.requireNonNull(level, "level");
        Objects.requireNonNull(reason, "reason");
    }

    /** An offer of exactly-once. */
    public static Offer exactlyOnce(String reason) {
        return new Offer(Guarantee.EXACTLY_ONCE, reason, null);
    }

    /** An offer of at-least-once with what would lift it. */
    public static Offer atLeastOnce(String reason, String remedy) {
        return new Offer(Guarantee.AT_LEAST_ONCE, reason, remedy);
    }

    /** An offer of at-most-once with what would lift it. */
    public static Offer atMostOnce(String reason, String remedy) {
        return new Offer(Guarantee.AT_MOST_ONCE, reason, remedy);
    }
}
