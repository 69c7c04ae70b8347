package io.staunch.kafka.testkit.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.config.SslConfigs;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * TLS, SCRAM and access rules, all at once. Who may write to no topic at all is refused earlier and for another reason,
 * at the first step of an idempotent producer; so those who are refused here may write elsewhere.
 */
@Timeout(180)
class SecuredBrokerIT {
    private static KafkaBroker broker;

    @BeforeAll
    static void start() {
        broker = KafkaBroker.start(BrokerSettings.defaults().withSecurity());
    }

    @AfterAll
    static void close() {
        broker.close();
    }

    @Test
    void aUserMayDoWhatIsAllowedAndNothingElse() throws Exception {
        ResourcePattern topic = topic("orders");
        broker.addUser("anna", "a \"quoted\\ secret");
        broker.addUser("boris", "another secret");
        broker.allow("boris", topic("letters"), AclOperation.WRITE);
        broker.allow("anna", topic, AclOperation.READ, AclOperation.WRITE);

        Topics.write(broker.clientProperties("anna"), "orders", "a");

        assertThat(Topics.read(broker.clientProperties("anna"), "orders", 1)).containsExactly("a");
        assertThatThrownBy(() -> Topics.write(broker.clientProperties("boris"), "orders", "b"))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(TopicAuthorizationException.class);
        assertThatThrownBy(() -> Topics.read(broker.clientProperties("boris"), "orders", 1))
                .isInstanceOf(TopicAuthorizationException.class);
    }

    @Test
    void aRuleThatIsRemovedNoLongerHoldsForConnectionsThatAreOpen() throws Exception {
        ResourcePattern topic = topic("revoked");
        broker.addUser("clara", "secret");
        broker.allow("clara", topic, AclOperation.DESCRIBE);
        List<AclBinding> write = broker.allow("clara", topic, AclOperation.WRITE);

        try (KafkaProducer<String, String> producer = Topics.producer(broker.clientProperties("clara"))) {
            producer.send(new ProducerRecord<>("revoked", "before")).get();
            broker.remove(write);
            assertThatThrownBy(() -> producer.send(new ProducerRecord<>("revoked", "after"))
                            .get())
                    .hasCauseInstanceOf(TopicAuthorizationException.class);
        }
        broker.allow("clara", topic, AclOperation.READ);
        assertThat(Topics.read(broker.clientProperties("clara"), "revoked", 1)).containsExactly("before");
    }

    @Test
    void whatIsDeniedCantBeAllowedElsewhere() throws Exception {
        ResourcePattern topic = topic("denied");
        broker.addUser("dora", "secret");
        List<AclBinding> denied = broker.deny("dora", topic, AclOperation.WRITE);
        broker.allow("dora", topic, AclOperation.ALL);
        broker.allow("dora", topic("permitted"), AclOperation.WRITE);

        assertThatThrownBy(() -> Topics.write(broker.clientProperties("dora"), "denied", "a"))
                .hasCauseInstanceOf(TopicAuthorizationException.class);
        broker.remove(denied);
        Topics.write(broker.clientProperties("dora"), "denied", "b");
    }

    @Test
    void transactionsNeedARightOfTheirOwn() throws Exception {
        ResourcePattern topic = topic("paid");
        broker.addUser("emil", "secret");
        broker.allow("emil", topic, AclOperation.WRITE);
        Map<String, Object> properties = broker.clientProperties("emil");
        properties.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, "emils-id");

        try (KafkaProducer<String, String> producer = Topics.producer(properties)) {
            assertThatThrownBy(producer::initTransactions).isInstanceOf(TransactionalIdAuthorizationException.class);
        }
        broker.allow(
                "emil",
                new ResourcePattern(ResourceType.TRANSACTIONAL_ID, "emils-", PatternType.PREFIXED),
                AclOperation.WRITE);
        try (KafkaProducer<String, String> producer = Topics.producer(properties)) {
            producer.initTransactions();
            producer.beginTransaction();
            producer.send(new ProducerRecord<>("paid", "a")).get();
            producer.commitTransaction();
        }
    }

    @Test
    void aWrongPasswordAndARemovedUserAreRefused() {
        broker.addUser("frida", "old secret");
        Map<String, Object> old = broker.clientProperties("frida");
        broker.addUser("frida", "new secret");
        assertRefused(old, SaslAuthenticationException.class);

        Map<String, Object> valid = broker.clientProperties("frida");
        broker.removeUser("frida");
        assertRefused(valid, SaslAuthenticationException.class);
        assertThatThrownBy(() -> broker.clientProperties("frida")).hasMessageContaining("frida");
    }

    @Test
    void aClientThatDoesNotKnowTheAuthorityRefusesTheBroker() {
        broker.addUser("gustav", "secret");
        Map<String, Object> properties = broker.clientProperties("gustav");
        properties.remove(SslConfigs.SSL_TRUSTSTORE_LOCATION_CONFIG);
        properties.remove(SslConfigs.SSL_TRUSTSTORE_TYPE_CONFIG);
        assertRefused(properties, SslAuthenticationException.class);
    }

    @Test
    void usersAndRulesSurviveARestart() throws Exception {
        broker.addUser("hanna", "secret");
        broker.allow("hanna", topic("lasting"), AclOperation.ALL);
        broker.restart();
        Topics.write(broker.clientProperties("hanna"), "lasting", "a");
    }

    @Test
    void aSecuredBrokerAsksForAUser() {
        assertThatThrownBy(broker::clientProperties).hasMessageContaining("clientProperties(user)");
    }

    private static ResourcePattern topic(String name) {
        broker.createTopic(name, 1);
        return new ResourcePattern(ResourceType.TOPIC, name, PatternType.LITERAL);
    }

    private static void assertRefused(Map<String, Object> properties, Class<? extends Exception> reason) {
        try (Admin admin = Admin.create(properties)) {
            assertThatThrownBy(() -> admin.describeCluster().nodes().get()).hasCauseInstanceOf(reason);
        }
    }
}
