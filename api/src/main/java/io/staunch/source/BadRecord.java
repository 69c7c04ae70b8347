package io.staunch.source;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A record that a source could not read. Goes to a side output, and so into the same checkpoints, and with a transactional sink into the same
 * transaction, as what could be read.
 *
 * @param place where it is, for people
 * @param reason why it can't be read, without its content
 * @param timestamp milliseconds since 1970, or {@link Long#MIN_VALUE} if it has none
 * @param key its key as it is; null if it has none
 * @param value its value as it is; null if it has none
 */
public record BadRecord(String place, String reason, long timestamp, byte @Nullable [] key, byte @Nullable [] value) {
    /** By content, arrays included. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof BadRecord bad
                && place.equals(bad.place)
                && reason.equals(bad.reason)
                && timestamp == bad.timestamp
                && Arrays.equals(key, bad.key)
                && Arrays.equals(value, bad.value);
    }

    @Override
    public int hashCode() {
        return Objects.hash(place, reason, timestamp, Arrays.hashCode(key), Arrays.hashCode(value));
    }

    /** Without its content. */
    @Override
    public String toString() {
        return "bad record at " + place + ": " + reason;
    }
}
