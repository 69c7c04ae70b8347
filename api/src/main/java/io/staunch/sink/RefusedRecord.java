package io.staunch.sink;

/**
 * A record that a sink's outside does not take. Goes to a side output of the sink, and so into the same checkpoints, and with a
 * transactional sink into the same transaction, as what was taken.
 *
 * @param value as the pipeline gave it to the sink
 * @param sink the sink's name in the pipeline
 * @param place of the record of a source that it was made of, for people; empty if it was made of none
 * @param reason why it is not taken, without its content
 * @param timestamp milliseconds since 1970, or {@link Long#MIN_VALUE} if it has none
 */
public record RefusedRecord<T>(T value, String sink, String place, String reason, long timestamp) {
    /** Without its content. */
    @Override
    public String toString() {
        return "record from " + (place.isEmpty() ? "nowhere" : place) + ", refused at sink '" + sink + "': " + reason;
    }
}
