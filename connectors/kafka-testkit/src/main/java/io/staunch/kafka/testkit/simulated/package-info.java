/** A Kafka cluster in memory and in virtual time, behind the narrow client port: for whole jobs under one seed. */
@NullMarked
package io.staunch.kafka.testkit.simulated;

import org.jspecify.annotations.NullMarked;
