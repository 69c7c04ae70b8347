package io.staunch.verification.kafka;

import io.staunch.kafka.testkit.broker.KafkaBroker;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TransactionDescription;

/**
 * Where a transactional id stands at the broker: its producer id and the epoch, which every transaction and every fence raises by one.
 * Behind {@link #LAST} there is no further one, and the id gets a new producer id with the epoch 0.
 */
record ProducerEpochs(long producerId, int epoch) {
    /** The last epoch that a producer works with; the broker keeps one more for fencing. */
    static final int LAST = Short.MAX_VALUE - 1;

    static ProducerEpochs of(KafkaBroker broker, String transactionalId) throws Exception {
        try (Admin admin = broker.admin()) {
            return of(admin, transactionalId);
        }
    }

    private static ProducerEpochs of(Admin admin, String transactionalId)
            throws ExecutionException, InterruptedException {
        TransactionDescription found = admin.describeTransactions(List.of(transactionalId))
                .description(transactionalId)
                .get();
        return new ProducerEpochs(found.producerId(), found.producerEpoch());
    }

    /** Raises the epoch of ids that nobody uses now, by fencing them again and again: a third of a millisecond each time. */
    static void raise(KafkaBroker broker, int epoch, String... transactionalIds) throws InterruptedException {
        List<Thread> threads = Stream.of(transactionalIds)
                .map(id -> new Thread(() -> raise(broker, epoch, id), "raise-" + id))
                .toList();
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
    }

    /** The first time makes the id known, with the epoch 0. */
    private static void raise(KafkaBroker broker, int epoch, String id) {
        try (Admin admin = broker.admin()) {
            fence(admin, id);
            for (int at = of(admin, id).epoch(); at < epoch; at++) {
                fence(admin, id);
            }
        } catch (ExecutionException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void fence(Admin admin, String id) throws ExecutionException, InterruptedException {
        var unused = admin.fenceProducers(List.of(id)).all().get();
    }

    /** Whether it stands behind a roll-over. */
    boolean rolledOver(ProducerEpochs before) {
        return producerId != before.producerId();
    }
}
