package io.staunch.kafka.testkit.simulated;

import io.staunch.testkit.log.LogException;
import java.util.function.Supplier;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.ConcurrentTransactionsException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.InvalidTxnTimeoutException;
import org.apache.kafka.common.errors.OffsetOutOfRangeException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** What Kafka's clients throw for the log's refusals, as measured on a broker with transaction version 2. */
final class KafkaErrors {
    private KafkaErrors() {}

    /** Makes a call, and throws what Kafka throws. */
    static <T> T translated(Supplier<T> call) {
        try {
            return call.get();
        } catch (LogException e) {
            throw of(e);
        }
    }

    static KafkaException of(LogException e) {
        String message = String.valueOf(e.getMessage());
        return switch (e.reason()) {
            case NO_ANSWER, UNAVAILABLE -> new TimeoutException(message);
            case UNKNOWN_TOPIC -> new UnknownTopicOrPartitionException(message);
            case TOPIC_EXISTS -> new TopicExistsException(message);
            case OFFSET_OUT_OF_RANGE -> new OffsetOutOfRangeException(message);
            case STILL_FINISHING -> new ConcurrentTransactionsException(message);
            case FENCED -> new ProducerFencedException(message);
            case OLD_EPOCH -> new InvalidProducerEpochException(message);
            case WRONG_STATE -> new InvalidTxnStateException(message);
            case TIMEOUT_TOO_LONG -> new InvalidTxnTimeoutException(message);
        };
    }
}
