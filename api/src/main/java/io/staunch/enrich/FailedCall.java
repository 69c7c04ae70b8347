package io.staunch.enrich;

/**
 * A record that got no answer.
 *
 * @param reason what its last call failed with
 * @param calls how many there were since the last start
 */
public record FailedCall<I>(I value, String reason, int calls) {}
