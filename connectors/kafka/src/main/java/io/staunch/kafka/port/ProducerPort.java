package io.staunch.kafka.port;

import java.time.Duration;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * A producer. Used by one thread at a time. The calls that speak of transactions are only made of one that has a
 * transactional id, in the order {@code initTransactions (beginTransaction send* commitTransaction)*}.
 */
public interface ProducerPort extends AutoCloseable {
    /**
     * Fences every older producer with the same transactional id: what it left open is aborted, what it was committing
     * is finished, and both are done when this returns. Called once per producer. Blocks up to {@code max.block.ms};
     * after a {@code TimeoutException} it may have happened or happen later.
     *
     * @throws org.apache.kafka.common.errors.InvalidTxnTimeoutException if {@code transaction.timeout.ms} is above the
     *     broker's maximum
     */
    void initTransactions();

    /** Opens a transaction. Local: the broker hears of it with the first record. */
    void beginTransaction();

    /**
     * Hands a record over for sending; blocks up to {@code max.block.ms} while the topic's metadata is unknown or the
     * buffer is full. Records of one partition arrive in the order of these calls.
     *
     * @param callback called exactly once per record that was taken over, by any thread, also within this or any other
     *     call of this producer; at the latest when {@link #flush}, {@link #commitTransaction} or {@link #close}
     *     returns. It must not block
     */
    void send(ProducerRecord<byte[], byte[]> record, Callback callback);

    /**
     * Returns when every record sent so far is acknowledged or refused (its callback was called). Does not throw for
     * refused ones.
     */
    void flush();

    /**
     * Commits, after flushing. All or nothing, and each partition's part becomes visible when its marker arrives there,
     * perhaps shortly after the return. Throws if any record of the transaction was refused: nothing is committed then.
     * After other exceptions the outcome is unknown.
     */
    void commitTransaction();

    /**
     * How many partitions a topic has; blocks up to {@code max.block.ms} while that is unknown, and is cheap
     * afterwards.
     */
    int partitions(String topic);

    /**
     * Lets go of everything. With a timeout of zero at once, leaving an open transaction to the broker (which aborts it
     * after its timeout or when its id is fenced); with a longer one, it first aborts an open transaction and waits for
     * at most that long. A commit that was asked for before is not taken back. Safe for use by any thread.
     */
    void close(Duration timeout);

    @Override
    default void close() {
        close(Duration.ZERO);
    }
}
