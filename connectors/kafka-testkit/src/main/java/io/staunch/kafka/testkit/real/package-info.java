/** A user's pipeline on a real Kafka broker, in processes that are killed by SIGKILL, judged by its committed output. */
@NullMarked
package io.staunch.kafka.testkit.real;

import org.jspecify.annotations.NullMarked;
