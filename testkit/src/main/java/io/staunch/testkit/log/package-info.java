/**
 * A replayable log with transactions, in memory and in virtual time, with the faults that such systems have. It is the model behind the
 * simulated Kafka, and behind sources and sinks that need no particular system.
 */
@NullMarked
package io.staunch.testkit.log;

import org.jspecify.annotations.NullMarked;
