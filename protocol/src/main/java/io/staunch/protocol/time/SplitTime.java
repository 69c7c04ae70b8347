package io.staunch.protocol.time;

import java.util.Objects;

/**
 * What a checkpoint holds of the event time of a split.
 *
 * @param split its id
 * @param newest the newest timestamp of its records so far; {@link Long#MIN_VALUE} if there was none
 * @param idle whether it was not waited for
 */
public record SplitTime(String split, long newest, boolean idle) {
    public SplitTime {
        Objects.requireNonNull(split, "split");
    }
}
