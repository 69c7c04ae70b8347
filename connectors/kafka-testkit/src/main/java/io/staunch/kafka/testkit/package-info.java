/** Real Kafka brokers in JVMs of their own, which tests and demos start, kill and start again on the same data. */
@NullMarked
package io.staunch.kafka.testkit;

import org.jspecify.annotations.NullMarked;
