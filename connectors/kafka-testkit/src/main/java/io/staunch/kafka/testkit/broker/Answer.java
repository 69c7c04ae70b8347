package io.staunch.kafka.testkit.broker;

import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.KafkaFuture;

/** Waiting for what an administrator's client was asked for. */
final class Answer {
    private Answer() {}

    /**
     * Waits; the client bounds the time.
     *
     * @param request what was asked for, for the error message
     * @throws BrokerException if it was refused or not answered in time
     */
    static <T> T to(String request, KafkaFuture<T> future) {
        try {
            return future.get();
        } catch (ExecutionException e) {
            throw new BrokerException("The Kafka broker did not " + request + ": " + e.getCause(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BrokerException("Interrupted while waiting for the Kafka broker to " + request, e);
        }
    }
}
