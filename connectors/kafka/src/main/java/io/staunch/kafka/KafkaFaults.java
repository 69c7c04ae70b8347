package io.staunch.kafka;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import java.util.List;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.apache.kafka.common.errors.InvalidPidMappingException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.InvalidTxnTimeoutException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.apache.kafka.common.errors.TransactionAbortableException;
import org.apache.kafka.common.errors.TransactionAbortedException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.errors.UnsupportedVersionException;

/** Says what an error of Kafka's client means here: what failed, on which thing, which right is missing, what helps. */
final class KafkaFaults {
    private final String servers;
    private final String transactionalId;

    KafkaFaults(String servers) {
        this(servers, "");
    }

    private KafkaFaults(String servers, String transactionalId) {
        this.servers = servers;
        this.transactionalId = transactionalId;
    }

    /** The same for what is done with one transactional id. */
    KafkaFaults with(String id) {
        return new KafkaFaults(servers, id);
    }

    /** A sentence about a topic that is not there. */
    String noTopic(String name) {
        return "there is no topic '" + name + "' at " + servers + ": make it with kafka-topics.sh --create --topic "
                + name + " --partitions N --bootstrap-server " + servers;
    }

    /** Whether the broker or the client does not take a record for a reason that lies in the record. */
    static boolean inRecord(Exception why) {
        return why instanceof RecordTooLargeException
                || why instanceof InvalidRecordException
                || why instanceof InvalidTimestampException;
    }

    /** Says of one record why it was refused, and what helps. */
    static String refused(String topic, Exception why) {
        String help = why instanceof RecordTooLargeException
                ? " (see the topic's max.message.bytes, or write smaller records)"
                : "";
        return "a record" + (topic.isEmpty() ? "" : " for topic " + topic) + " was refused by the broker: " + said(why)
                + help;
    }

    /** A sentence about rights that the broker says are missing. */
    String missing(List<AclOperation> operations, String topic) {
        return "this job needs " + MissingRight.onTopic(operations, topic).told(servers);
    }

    /** For messages. */
    String servers() {
        return servers;
    }

    /** One that already says what it means is given back as it is. */
    StaunchException of(Act act, String subject, Throwable fault) {
        if (fault instanceof StaunchException told) {
            return told;
        }
        Throwable known = firstKnown(fault);
        return explain(act, subject, known, fault);
    }

    /** The client wraps what broke it: what counts is the first cause that says something. */
    private static Throwable firstKnown(Throwable fault) {
        for (Throwable t = fault; t != null; t = t.getCause()) {
            if (t instanceof ApiException || t instanceof ConfigException) {
                return t;
            }
        }
        return fault;
    }

    private StaunchException explain(Act act, String subject, Throwable fault, Throwable all) {
        if (fault instanceof AuthorizationException refused) {
            String right =
                    MissingRight.of(act, subject, transactionalId, refused).told(servers);
            return fail(act, subject, "not allowed: it needs " + right, all);
        }
        if (fault instanceof AuthenticationException) {
            return fail(
                    act,
                    subject,
                    "the broker or the client did not accept who the other is: " + said(fault)
                            + (fault instanceof SslAuthenticationException ? " (check the ssl.* settings)" : "")
                            + ". Check security.protocol and the sasl.* or ssl.* settings",
                    all);
        }
        if (fault instanceof UnknownTopicOrPartitionException) {
            return fail(act, subject, "there is no such topic or partition: it was deleted, or never made", all);
        }
        if (fault instanceof InvalidTxnTimeoutException) {
            return fail(
                    act,
                    subject,
                    "the transaction timeout is above the broker's transaction.max.timeout.ms: lower"
                            + " transactionTimeout(...) or raise the broker's maximum",
                    all);
        }
        if (lostTransaction(fault)) {
            return new StaunchException(
                    told(act, subject) + "the transaction is lost: the broker timed it out, or a newer process fenced"
                            + " this one (" + said(fault) + "). The ledger tells which; what was not committed is read"
                            + " again",
                    Remedy.RESTART_FROM_CHECKPOINT,
                    all);
        }
        if (fault instanceof InvalidReplicationFactorException) {
            return fail(act, subject, said(fault) + " Lower ledgerReplication(...), or start more brokers", all);
        }
        if (hopeless(fault)) {
            return fail(act, subject, said(fault), all);
        }
        return new StaunchException(told(act, subject) + said(fault) + next(act, fault), act.withoutAnswer(), all);
    }

    private static String next(Act act, Throwable fault) {
        boolean unanswered = fault instanceof RetriableException;
        return switch (act.withoutAnswer()) {
            case RETRY -> unanswered ? ". Check bootstrapServers and that the brokers are up" : "";
            case RESTART_FROM_CHECKPOINT -> ". What was not committed is read again from the last checkpoint";
            case FAIL_JOB -> "";
        };
    }

    private StaunchException fail(Act act, String subject, String why, Throwable fault) {
        return new StaunchException(told(act, subject) + why, Remedy.FAIL_JOB, fault);
    }

    private String told(Act act, String subject) {
        return act.of(subject) + " at " + servers + " failed: ";
    }

    private static boolean lostTransaction(Throwable fault) {
        return fault instanceof ProducerFencedException
                || fault instanceof InvalidProducerEpochException
                || fault instanceof InvalidTxnStateException
                || fault instanceof InvalidPidMappingException
                || fault instanceof TransactionAbortedException
                || fault instanceof TransactionAbortableException;
    }

    /** Faults that come again however often the same is tried. */
    private static boolean hopeless(Throwable fault) {
        return fault instanceof ConfigException
                || fault instanceof InvalidConfigurationException
                || fault instanceof InvalidTopicException
                || fault instanceof PolicyViolationException
                || fault instanceof RecordTooLargeException
                || fault instanceof UnsupportedVersionException;
    }

    private static String said(Throwable fault) {
        Throwable cause = fault.getCause();
        String own = fault.getMessage() == null ? fault.getClass().getSimpleName() : fault.getMessage();
        boolean tellsMore = cause != null && cause.getMessage() != null && !own.contains(cause.getMessage());
        return tellsMore ? own + ": " + cause.getMessage() : own;
    }
}
