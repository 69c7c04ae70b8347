/** A job on real Kafka brokers, in processes of its own, for tests and for the crash matrix. */
@NullMarked
package io.staunch.verification.kafka;

import org.jspecify.annotations.NullMarked;
