/**
 * The port to Kafka over the wire, by the public Kafka client. Decides nothing: one call of the port is one call of the
 * client.
 */
@NullMarked
package io.staunch.kafka.wire;

import org.jspecify.annotations.NullMarked;
