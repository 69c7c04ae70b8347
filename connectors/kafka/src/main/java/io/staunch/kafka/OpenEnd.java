package io.staunch.kafka;

import io.staunch.kafka.port.AdminPort;
import io.staunch.kafka.port.AdminPort.OpenTransaction;
import io.staunch.kafka.port.AdminPort.TransactionalId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;

/**
 * Who keeps the end of a partition from being read. A transaction that its owner or a timeout will end is told apart from
 * one that hangs: the coordinator has ended it, and the partition never heard of that.
 */
final class OpenEnd {
    private OpenEnd() {}

    /** In words, with what ends it. Blocks. */
    static String holder(TopicPartition partition, AdminPort admin, KafkaFaults faults) {
        try {
            List<OpenTransaction> open = admin.openTransactions(partition);
            if (open.isEmpty()) {
                return "no transaction is open on it any more";
            }
            OpenTransaction oldest = open.get(0);
            Optional<TransactionalId> owner = admin.transactionalId(oldest.producerId());
            String whose = owner.map(id -> "transactional id '" + id.name() + "'")
                    .orElse("an id that this user may not see, or none");
            return "a transaction of " + whose + " (producer " + oldest.producerId() + ") is open on it since offset "
                    + oldest.startOffset() + ", last written to at " + Instant.ofEpochMilli(oldest.lastTimestampMs())
                    + ". " + end(oldest, owner, partition, admin, faults);
        } catch (RuntimeException e) {
            return "who holds it can't be seen: "
                    + faults.of(Act.LOOK_UP_PRODUCERS, partition.topic(), e).getMessage();
        }
    }

    private static String end(
            OpenTransaction seen,
            Optional<TransactionalId> owner,
            TopicPartition partition,
            AdminPort admin,
            KafkaFaults faults) {
        if (owner.isEmpty()) {
            return "It ends by its timeout, unless it hangs: `kafka-transactions.sh --bootstrap-server "
                    + faults.servers() + " find-hanging --topic " + partition.topic() + "` knows";
        }
        if (!hangs(seen, owner.get(), partition, admin)) {
            return "It ends by its owner or by its timeout";
        }
        return hanging(seen, partition, faults);
    }

    /** Of one that hangs: what that means, and what ends it. */
    static String hanging(OpenTransaction open, TopicPartition partition, KafkaFaults faults) {
        return "It hangs: the broker's coordinator has ended it and has not told this partition, so neither time nor a"
                + " restart ends it. Read 'A transaction that hangs' in docs/kafka.md, then run"
                + " `kafka-transactions.sh --bootstrap-server " + faults.servers() + " abort --topic "
                + partition.topic() + " --partition " + partition.partition() + " --start-offset "
                + open.startOffset() + "`";
    }

    /**
     * A coordinator knows of a transaction before a partition has its first record, and has it ended only when the
     * partitions have their markers. So one that was open before all had ended, and is open still, hangs.
     */
    private static boolean hangs(
            OpenTransaction seen, TransactionalId owner, TopicPartition partition, AdminPort admin) {
        return owner.ended() && isStillOpen(seen, partition, admin);
    }

    /** Looks again. */
    static boolean isStillOpen(OpenTransaction seen, TopicPartition partition, AdminPort admin) {
        return admin.openTransactions(partition).stream()
                .anyMatch(now -> now.producerId() == seen.producerId() && now.startOffset() == seen.startOffset());
    }
}
