/**
 * A real Kafka broker as a child process, for tests and demonstrations: start it, kill it, restart it on the same
 * data, stall it, secure it. {@link io.staunch.kafka.testkit.broker.KafkaBroker} is the way in.
 *
 * <p>The broker's own classes are loaded in the child only; the calling JVM needs {@code kafka-clients}.
 */
@NullMarked
package io.staunch.kafka.testkit.broker;

import org.jspecify.annotations.NullMarked;
