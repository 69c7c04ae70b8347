package io.staunch.runtime.data;

/**
 * Divides a channel's records into those before and those behind a checkpoint.
 *
 * @param checkpoint its id
 * @param since the newest durable checkpoint of this execution, on top of which changes may be captured; -1 if there is none
 * @param ends whether nothing comes behind it and nothing may be left in flight before it: whoever waits for answers has them before it hands it on
 * @param last whether it is the last one of a job that ends in good order
 */
public record Barrier(long checkpoint, long since, boolean ends, boolean last) {
    /** One of a job that goes on. */
    public Barrier(long checkpoint, long since) {
        this(checkpoint, since, false, false);
    }
}
