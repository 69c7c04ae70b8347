package io.staunch.kafka;

import io.staunch.error.Remedy;
import java.util.List;
import org.apache.kafka.common.acl.AclOperation;

/**
 * What is done with Kafka, as far as errors depend on it: in which words it is told, which rights it needs, and what
 * helps if no answer comes. A look-up needs less than what it is for: it names what the job needs in the end, since Read
 * and Write include Describe.
 */
enum Act {
    LOOK_UP_CLUSTER("looking up the cluster", Remedy.RETRY, AclOperation.DESCRIBE),
    LOOK_UP_INPUT("looking up topic", Remedy.RETRY, AclOperation.READ),
    LOOK_UP_OUTPUT("looking up topic", Remedy.RETRY, AclOperation.WRITE),
    LOOK_UP_LEDGER(
            "looking up the ledger topic",
            Remedy.RETRY,
            AclOperation.CREATE,
            AclOperation.READ,
            AclOperation.WRITE,
            AclOperation.DESCRIBE_CONFIGS),
    LOOK_UP_DECISIONS("looking up topic", Remedy.RETRY, AclOperation.DESCRIBE),
    CREATE_TOPIC("making topic", Remedy.RETRY, AclOperation.CREATE),
    TOPIC_SETTINGS("reading the settings of topic", Remedy.RETRY, AclOperation.DESCRIBE_CONFIGS),
    LOOK_UP_OFFSETS("looking up offsets of topic", Remedy.RETRY, AclOperation.READ),
    LOOK_UP_PRODUCERS("looking up open transactions on topic", Remedy.RETRY, AclOperation.READ),
    READ_LEDGER("reading the ledger topic", Remedy.RETRY, AclOperation.READ),
    FETCH("reading topic", Remedy.RESTART_FROM_CHECKPOINT, AclOperation.READ),
    FENCE("fencing transactional id", Remedy.RETRY, AclOperation.WRITE),
    WRITE("writing to topic", Remedy.RESTART_FROM_CHECKPOINT, AclOperation.WRITE),
    FLUSH("flushing transactional id", Remedy.RESTART_FROM_CHECKPOINT, AclOperation.WRITE),
    COMMIT("committing with transactional id", Remedy.RESTART_FROM_CHECKPOINT, AclOperation.WRITE),
    NOTE_OFFSETS("noting offsets of group", Remedy.RETRY, AclOperation.READ);

    private final String words;
    private final Remedy withoutAnswer;
    private final List<AclOperation> operations;

    Act(String words, Remedy withoutAnswer, AclOperation... operations) {
        this.words = words;
        this.withoutAnswer = withoutAnswer;
        this.operations = List.of(operations);
    }

    /** For example {@code writing to topic 'totals'}. */
    String of(String subject) {
        return subject.isEmpty() ? words : words + " '" + subject + "'";
    }

    /** The operations that have to be allowed. */
    List<AclOperation> operations() {
        return operations;
    }

    /** What helps if the broker does not answer in time, or the transaction is lost. */
    Remedy withoutAnswer() {
        return withoutAnswer;
    }
}
