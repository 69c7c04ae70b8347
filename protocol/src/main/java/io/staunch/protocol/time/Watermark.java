package io.staunch.protocol.time;

/**
 * How far the event time of a stream has come.
 *
 * @param time no record with this timestamp or an older one is expected any more; {@link Long#MIN_VALUE} if nothing is known yet, {@link
 *     Long#MAX_VALUE} at the end of time
 * @param idle whether records may stay away for long, so that whoever joins several streams does not wait for this one
 */
public record Watermark(long time, boolean idle) {
    /** Before anything is known. */
    public static final Watermark START = new Watermark(Long.MIN_VALUE, false);

    /** Nothing comes any more. */
    public static final Watermark END = new Watermark(Long.MAX_VALUE, false);
}
