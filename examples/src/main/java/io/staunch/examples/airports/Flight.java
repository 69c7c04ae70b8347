package io.staunch.examples.airports;

import java.time.LocalDateTime;

/**
 * A flight that has left.
 *
 * @param id its own, like {@code flight-17}
 * @param departure in local time
 * @param origin airport code of three letters
 * @param destination airport code of three letters
 * @param distanceMiles between the two
 * @param delayMinutes at the destination; negative if it came early
 */
public record Flight(
        String id, LocalDateTime departure, String origin, String destination, int distanceMiles, int delayMinutes) {}
