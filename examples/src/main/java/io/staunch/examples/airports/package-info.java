/** The main example: delays per airport, from a Kafka topic to a Kafka topic. Begin with {@link io.staunch.examples.airports.AirportDelaysJob}. */
@NullMarked
package io.staunch.examples.airports;

import org.jspecify.annotations.NullMarked;
