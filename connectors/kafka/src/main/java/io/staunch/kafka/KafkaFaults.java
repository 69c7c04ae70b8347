package io.staunch.kafka;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.apache.kafka.common.errors.InvalidPidMappingException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.InvalidTxnTimeoutException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TransactionAbortableException;
import org.apache.kafka.common.errors.TransactionAbortedException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.errors.UnsupportedVersionException;

/** Says what an error of Kafka's client means here: what failed, on which thing, which right is missing, what helps. */
final class KafkaFaults {
    private final String servers;

    KafkaFaults(String servers) {
        this.servers = servers;
    }

    /** One that already says what it means is given back as it is. */
    StaunchException of(Act act, String subject, Throwable fault) {
        if (fault instanceof StaunchException known) {
            return known;
        }
        if (fault instanceof AuthorizationException refused) {
            return fail(act, subject, "not allowed: it needs " + right(act, subject, refused), fault);
        }
        if (fault instanceof AuthenticationException) {
            return fail(
                    act,
                    subject,
                    "the broker or the client did not accept who the other is: " + said(fault)
                            + (fault instanceof SslAuthenticationException ? " (check the ssl.* settings)" : "")
                            + ". Check security.protocol and the sasl.* or ssl.* settings",
                    fault);
        }
        if (fault instanceof UnknownTopicOrPartitionException) {
            return fail(act, subject, "there is no such topic or partition: it was deleted, or never made", fault);
        }
        if (fault instanceof InvalidTxnTimeoutException) {
            return fail(
                    act,
                    subject,
                    "the transaction timeout is above the broker's transaction.max.timeout.ms: lower"
                            + " transactionTimeout(...) or raise the broker's maximum",
                    fault);
        }
        if (lostTransaction(fault)) {
            return new StaunchException(
                    told(act, subject) + "the transaction is lost: the broker timed it out, or a newer process fenced"
                            + " this one (" + said(fault) + "). The ledger tells which; what was not committed is read"
                            + " again",
                    Remedy.RESTART_FROM_CHECKPOINT,
                    fault);
        }
        if (hopeless(fault)) {
            return fail(act, subject, said(fault), fault);
        }
        return new StaunchException(told(act, subject) + said(fault) + next(act, fault), act.withoutAnswer(), fault);
    }

    private static String next(Act act, Throwable fault) {
        boolean unanswered = fault instanceof RetriableException;
        return switch (act.withoutAnswer()) {
            case RETRY -> unanswered ? ". Check bootstrapServers and that the brokers are up; it is tried again" : "";
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
                || fault.getCause() instanceof ConfigException
                || fault instanceof InvalidConfigurationException
                || fault instanceof InvalidReplicationFactorException
                || fault instanceof InvalidTopicException
                || fault instanceof PolicyViolationException
                || fault instanceof RecordTooLargeException
                || fault instanceof UnsupportedVersionException;
    }

    /** For example {@code Write on topic 'totals', which this grants: kafka-acls.sh ...}. */
    private String right(Act act, String subject, AuthorizationException refused) {
        String operation = act.operation();
        String kind = "topic";
        Set<String> names = new TreeSet<>(Set.of(subject));
        if (refused instanceof TopicAuthorizationException topics) {
            names = topics.unauthorizedTopics().isEmpty() ? names : new TreeSet<>(topics.unauthorizedTopics());
            operation = act == Act.COMMIT ? "Write" : operation;
        } else if (refused instanceof TransactionalIdAuthorizationException) {
            kind = "transactional-id";
        } else if (refused instanceof GroupAuthorizationException group) {
            kind = "group";
            names = new TreeSet<>(Set.of(group.groupId() == null ? subject : group.groupId()));
        } else if (refused instanceof ClusterAuthorizationException) {
            kind = "cluster";
            operation = act == Act.WRITE || act == Act.FENCE ? "IdempotentWrite" : operation;
        }
        boolean cluster = kind.equals("cluster");
        var text = new StringBuilder(operation).append(" on ");
        text.append(cluster ? "the cluster" : kind + " '" + String.join("', '", names) + "'");
        text.append(", which this grants: kafka-acls.sh --bootstrap-server ").append(servers);
        text.append(" --add --allow-principal User:<this job's> --operation ").append(operation);
        if (cluster) {
            text.append(" --cluster");
        } else {
            for (String name : names) {
                text.append(" --").append(kind).append(' ').append(name);
            }
        }
        return text.toString();
    }

    private static String said(Throwable fault) {
        Throwable cause = fault.getCause();
        String own = fault.getMessage() == null ? fault.getClass().getSimpleName() : fault.getMessage();
        boolean tellsMore = cause != null && cause.getMessage() != null && !own.contains(cause.getMessage());
        return tellsMore ? own + ": " + cause.getMessage() : own;
    }
}
