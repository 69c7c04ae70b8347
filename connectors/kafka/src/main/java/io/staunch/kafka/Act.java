package io.staunch.kafka;

import io.staunch.error.Remedy;

/**
 * What is done with Kafka, as far as errors depend on it: in which words it is told, which right it needs, and what helps
 * if no answer comes. Rights are named as {@code kafka-acls} names its operations.
 */
enum Act {
    LOOK_UP_CLUSTER("looking up the cluster", "Describe", Remedy.RETRY),
    LOOK_UP_TOPIC("looking up topic", "Describe", Remedy.RETRY),
    CREATE_TOPIC("making topic", "Create", Remedy.RETRY),
    TOPIC_SETTINGS("reading the settings of topic", "DescribeConfigs", Remedy.RETRY),
    LOOK_UP_OFFSETS("looking up offsets of topic", "Describe", Remedy.RETRY),
    LOOK_UP_PRODUCERS("looking up open transactions on topic", "Read", Remedy.RETRY),
    READ_LEDGER("reading the ledger topic", "Read", Remedy.RETRY),
    FETCH("reading topic", "Read", Remedy.RESTART_FROM_CHECKPOINT),
    FENCE("fencing transactional id", "Write", Remedy.RETRY),
    WRITE("writing to topic", "Write", Remedy.RESTART_FROM_CHECKPOINT),
    COMMIT("committing with transactional id", "Write", Remedy.RESTART_FROM_CHECKPOINT),
    NOTE_OFFSETS("noting offsets of group", "Read", Remedy.RETRY);

    private final String words;
    private final String operation;
    private final Remedy withoutAnswer;

    Act(String words, String operation, Remedy withoutAnswer) {
        this.words = words;
        this.operation = operation;
        this.withoutAnswer = withoutAnswer;
    }

    /** For example {@code writing to topic 'totals'}. */
    String of(String subject) {
        return subject.isEmpty() ? words : words + " '" + subject + "'";
    }

    /** The operation that has to be allowed, for example {@code DescribeConfigs}. */
    String operation() {
        return operation;
    }

    /** What helps if the broker does not answer in time, or the transaction is lost. */
    Remedy withoutAnswer() {
        return withoutAnswer;
    }
}
