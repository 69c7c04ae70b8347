package io.staunch.testkit.log;

/**
 * What a producer with a transactional id is known by; given by {@link TransactionCoordinator#init}.
 *
 * @param transactionalId the id that it shares with its predecessors and successors
 * @param producerId the log's number for the id
 * @param epoch grows with each init, each transaction and each time-out
 */
public record ProducerIdentity(String transactionalId, long producerId, int epoch) {}
