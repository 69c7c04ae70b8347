/** The main job on real Kafka brokers. */
@NullMarked
package io.staunch.verification.kafka;

import org.jspecify.annotations.NullMarked;
