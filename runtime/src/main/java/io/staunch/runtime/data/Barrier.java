package io.staunch.runtime.data;

/**
 * Divides a channel's records into those before and those behind a checkpoint.
 *
 * @param checkpoint its id
 */
public record Barrier(long checkpoint) {}
