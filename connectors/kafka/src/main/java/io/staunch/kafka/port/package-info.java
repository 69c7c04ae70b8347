/**
 * The narrow port through which source and sink see Kafka: only the calls they need, no decision of theirs. The wire
 * has one implementation, a simulation can have another.
 *
 * <p>Plain data of the public Kafka client is used as it is: {@code TopicPartition}, {@code ProducerRecord}, {@code
 * ConsumerRecord}, {@code Callback} and the exceptions of {@code org.apache.kafka.common}.
 *
 * <h2>Errors</h2>
 *
 * All calls throw what the public Kafka client throws for the same fault, unchecked and unwrapped ({@link
 * org.apache.kafka.common.KafkaException} and its subclasses, of which {@code InterruptException} says that the thread
 * was interrupted). What they mean to those who call:
 *
 * <ul>
 *   <li>{@code TimeoutException} and other {@code RetriableException}s: no answer within the client's timeouts. Of
 *       calls that change something the outcome is unknown.
 *   <li>{@code AuthorizationException} (its subclasses name the kind of thing), {@code AuthenticationException}:
 *       refused, until somebody changes something outside.
 *   <li>{@code ProducerFencedException}, {@code InvalidProducerEpochException}, {@code InvalidTxnStateException},
 *       {@code InvalidPidMappingException}, {@code TransactionAbortedException}, {@code TransactionAbortableException},
 *       and after any of them {@code KafkaException} or {@code IllegalStateException} from later calls of the same
 *       producer: its transaction is lost. Whether a newer producer fenced it or the broker timed it out can't be told
 *       from the exception.
 *   <li>{@code ConfigException} (possibly as the cause of a {@code KafkaException} thrown while a client is made): a
 *       wrong setting.
 * </ul>
 *
 * <h2>Threads and time</h2>
 *
 * Each client is used by one thread at a time, except where a method says otherwise; {@code close} may be called by
 * another thread once the last call has returned. Calls block at most as long as the client's settings say ({@code
 * max.block.ms}, {@code delivery.timeout.ms}, {@code default.api.timeout.ms}); a simulated client returns at once or
 * throws what a timeout would have thrown. Callers that wait for something in a loop bound the number of their tries as
 * well as the time.
 */
@NullMarked
package io.staunch.kafka.port;

import org.jspecify.annotations.NullMarked;
