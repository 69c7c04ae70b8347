package io.staunch.examples.airports;

/**
 * The running totals of an airport, after each of its flights: the output of the job.
 *
 * @param airport code of three letters
 * @param flights that have left there
 * @param delayed those of them that came more than 15 minutes late
 * @param minutes of delay, all together
 * @param lastFlight id of the flight that brought the totals to this
 */
public record AirportDelays(String airport, long flights, long delayed, long minutes, String lastFlight) {}
