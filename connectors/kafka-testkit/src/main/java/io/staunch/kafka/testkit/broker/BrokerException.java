package io.staunch.kafka.testkit.broker;

/** A broker could not be started, reached or administered. The message says what to do, and holds the end of its log. */
public final class BrokerException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BrokerException(String message) {
        super(message);
    }

    BrokerException(String message, Throwable cause) {
        super(message, cause);
    }
}
