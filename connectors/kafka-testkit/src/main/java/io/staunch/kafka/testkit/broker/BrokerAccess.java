package io.staunch.kafka.testkit.broker;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialAlteration;
import org.apache.kafka.clients.admin.UserScramCredentialDeletion;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.config.SslConfigs;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.resource.ResourcePattern;

/**
 * The users and access rules of a secured broker. Safe for use by any thread.
 *
 * <p>Kafka answers a change when its metadata log has it, a moment before the broker acts on it. So each method here
 * goes on to ask the broker until it does.
 */
final class BrokerAccess {
    private static final ScramCredentialInfo SCRAM = new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_512, 4096);

    private final KafkaBroker broker;
    private final Map<String, String> passwords = new ConcurrentHashMap<>();

    BrokerAccess(KafkaBroker broker) {
        this.broker = broker;
    }

    void addUser(String name, String password) {
        alter("add user " + name, new UserScramCredentialUpsertion(name, SCRAM, password));
        passwords.put(name, password);
        awaitLogin(name, true);
    }

    void removeUser(String name) {
        alter("remove user " + name, new UserScramCredentialDeletion(name, SCRAM.mechanism()));
        awaitLogin(name, false);
        passwords.remove(name);
    }

    List<AclBinding> allow(String user, ResourcePattern resource, AclOperation... operations) {
        return add(rules(user, resource, operations, AclPermissionType.ALLOW));
    }

    List<AclBinding> deny(String user, ResourcePattern resource, AclOperation... operations) {
        return add(rules(user, resource, operations, AclPermissionType.DENY));
    }

    void remove(List<AclBinding> rules) {
        requireSecured();
        try (Admin admin = broker.admin()) {
            List<AclBindingFilter> filters =
                    rules.stream().map(AclBinding::toFilter).toList();
            Answer.to("remove rules " + rules, admin.deleteAcls(filters).all());
            awaitRules(admin, inForce -> rules.stream().noneMatch(inForce::contains));
        }
    }

    Map<String, String> properties(String user, Certificates certificates) {
        requireSecured();
        String password = passwords.get(user);
        if (password == null) {
            throw new IllegalArgumentException("User '%s' is not known to this object; add it first. It knows %s"
                    .formatted(user, passwords.keySet()));
        }
        return Map.of(
                CommonClientConfigs.SECURITY_PROTOCOL_CONFIG,
                "SASL_SSL",
                SaslConfigs.SASL_MECHANISM,
                SCRAM.mechanism().mechanismName(),
                SaslConfigs.SASL_JAAS_CONFIG,
                "org.apache.kafka.common.security.scram.ScramLoginModule required username=%s password=%s;"
                        .formatted(quoted(user), quoted(password)),
                SslConfigs.SSL_TRUSTSTORE_TYPE_CONFIG,
                "PEM",
                SslConfigs.SSL_TRUSTSTORE_LOCATION_CONFIG,
                certificates.authority().toString());
    }

    private void alter(String request, UserScramCredentialAlteration alteration) {
        requireSecured();
        try (Admin admin = broker.admin()) {
            Answer.to(
                    request,
                    admin.alterUserScramCredentials(List.of(alteration)).all());
        }
    }

    private List<AclBinding> add(List<AclBinding> rules) {
        requireSecured();
        try (Admin admin = broker.admin()) {
            Answer.to("add rules " + rules, admin.createAcls(rules).all());
            awaitRules(admin, inForce -> inForce.containsAll(rules));
        }
        return rules;
    }

    private static List<AclBinding> rules(
            String user, ResourcePattern resource, AclOperation[] operations, AclPermissionType permission) {
        List<AclBinding> rules = new ArrayList<>();
        for (AclOperation operation : operations) {
            rules.add(new AclBinding(resource, new AccessControlEntry("User:" + user, "*", operation, permission)));
        }
        return List.copyOf(rules);
    }

    /** The broker answers from the rules that it goes by, so an answer with the change means it is in force. */
    private void awaitRules(Admin admin, Predicate<Collection<AclBinding>> condition) {
        long start = System.nanoTime();
        while (!condition.test(
                Answer.to("list rules", admin.describeAcls(AclBindingFilter.ANY).values()))) {
            requireTime(start, "changed access rules are not in force");
        }
    }

    private void awaitLogin(String user, boolean expected) {
        long start = System.nanoTime();
        while (canLogIn(user) != expected) {
            requireTime(start, "user " + user + (expected ? " can't log in yet" : " can still log in"));
        }
    }

    private boolean canLogIn(String user) {
        try (Admin admin = Admin.create(broker.clientProperties(user))) {
            Answer.to("log in " + user, admin.describeCluster().clusterId());
            return true;
        } catch (BrokerException e) {
            if (e.getCause() instanceof SaslAuthenticationException) {
                return false;
            }
            throw e;
        }
    }

    private void requireTime(long startNanos, String complaint) {
        long timeoutMs = broker.settings().startTimeoutMs();
        if (TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos) > timeoutMs) {
            throw new BrokerException("After %d ms %s".formatted(timeoutMs, complaint));
        }
    }

    private void requireSecured() {
        if (!broker.settings().secured()) {
            throw new IllegalStateException(
                    "This Kafka broker has no users and no access rules: start it with BrokerSettings.withSecurity()");
        }
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
