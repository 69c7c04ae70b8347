package io.staunch.kafka;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;

/**
 * Rights that a job needs and does not have.
 *
 * @param operations what must be allowed
 * @param kind on what, as {@code kafka-acls.sh} names its options
 * @param names which of the kind; none for the cluster
 */
record MissingRight(List<AclOperation> operations, String kind, Collection<String> names) {
    private static final String TRANSACTIONAL_ID = "transactional-id";

    static MissingRight onTopic(List<AclOperation> operations, String topic) {
        return new MissingRight(operations, "topic", Set.of(topic));
    }

    /**
     * What the broker has refused.
     *
     * @param transactionalId of the producer that was refused; empty if it has none
     */
    static MissingRight of(Act act, String subject, String transactionalId, AuthorizationException refused) {
        if (refused instanceof TransactionalIdAuthorizationException) {
            String id = transactionalId.isEmpty() ? subject : transactionalId;
            return new MissingRight(List.of(AclOperation.WRITE), TRANSACTIONAL_ID, Set.of(id));
        }
        if (refused instanceof GroupAuthorizationException group) {
            String id = group.groupId() == null ? subject : group.groupId();
            return new MissingRight(act.operations(), "group", Set.of(id));
        }
        if (refused instanceof ClusterAuthorizationException) {
            boolean writes = act == Act.WRITE || act == Act.FLUSH || act == Act.FENCE;
            return new MissingRight(
                    writes ? List.of(AclOperation.IDEMPOTENT_WRITE) : act.operations(), "cluster", Set.of());
        }
        if (refused instanceof TopicAuthorizationException topics
                && !topics.unauthorizedTopics().isEmpty()) {
            return new MissingRight(act.operations(), "topic", new TreeSet<>(topics.unauthorizedTopics()));
        }
        return onTopic(act.operations(), subject);
    }

    /** For example {@code Write on topic 'totals', which this grants: kafka-acls.sh ...}. */
    String told(String servers) {
        var command = new StringBuilder("kafka-acls.sh --bootstrap-server ").append(servers);
        command.append(" --add --allow-principal User:NAME");
        operations.forEach(operation -> command.append(" --operation ").append(name(operation)));
        if (names.isEmpty()) {
            command.append(" --").append(kind);
        }
        options().forEach(name -> command.append(" --").append(kind).append(' ').append(name));
        if (kind.equals(TRANSACTIONAL_ID)) {
            command.append(" --resource-pattern-type prefixed");
        }
        String what = names.isEmpty() ? "the " + kind : kind + " '" + String.join("', '", names) + "'";
        return operations.stream().map(MissingRight::name).collect(Collectors.joining(", ")) + " on " + what
                + ", which this grants: " + command;
    }

    /** A job has two ids that differ in their last digit, and needs both. */
    private Collection<String> options() {
        return kind.equals(TRANSACTIONAL_ID)
                ? names.stream().map(id -> id.replaceFirst("[0-9]+$", "")).toList()
                : new ArrayList<>(names);
    }

    private static String name(AclOperation operation) {
        var name = new StringBuilder();
        for (String word : operation.name().split("_", -1)) {
            name.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
        }
        return name.toString();
    }
}
