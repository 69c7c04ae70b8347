package io.staunch.examples.logins;

import java.time.Instant;

/**
 * How many users of a region have logged in during an hour.
 *
 * @param windowEnd when the hour ended, exclusively
 */
public record ActiveUsers(String region, Instant windowEnd, long users) {}
