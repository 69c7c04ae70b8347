package io.staunch.runtime.data;

/**
 * Divides a channel's records into those before and those behind a checkpoint.
 *
 * @param checkpoint its id
 * @param since the newest durable checkpoint of this execution, on top of which changes may be captured; -1 if there is none
 */
public record Barrier(long checkpoint, long since) {}
