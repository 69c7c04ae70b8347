package io.staunch.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.secret.Secret;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClientOptionsTest {
    private static final ClientOptions OPTIONS = ClientOptions.NONE.bootstrapServers("b:2, a:1");

    @Test
    void serversAreSortedSoThatTheSameClusterIsTheSameResource() {
        assertThat(OPTIONS.servers()).isEqualTo("a:1,b:2");
    }

    @ParameterizedTest
    @CsvSource({
        "group.id, groupForMonitoring",
        "group.protocol, groupForMonitoring",
        "enable.auto.commit=true, must stay false",
        "isolation.level=read_uncommitted, must stay read_committed",
        "auto.offset.reset=latest, startFrom",
        "allow.auto.create.topics=true, must stay false",
        "interceptor.classes, use map or filter",
        "key.deserializer, the format is chosen",
        "bootstrap.servers, bootstrapServers",
    })
    void settingsOfASourceThatWouldBreakTheGuaranteeAreRefusedByName(String setting, String why) {
        assertRefused(SourceRules.RULES, setting, why);
    }

    @ParameterizedTest
    @CsvSource({
        "acks=1, must stay all",
        "acks=0, must stay all",
        "enable.idempotence=false, must stay true",
        "transactional.id, names its own two ids",
        "transaction.timeout.ms, transactionTimeout",
        "transaction.two.phase.commit.enable=true, must stay false",
        "max.in.flight.requests.per.connection=6, more than 5",
        "retries=0, must be retried",
        "partitioner.ignore.keys=true, out of order",
        "interceptor.classes, commit ledger",
    })
    void settingsOfASinkThatWouldBreakTheGuaranteeAreRefusedByName(String setting, String why) {
        assertRefused(SinkRules.RULES, setting, why);
    }

    private static void assertRefused(ClientRules rules, String setting, String why) {
        String name = setting.split("=")[0];
        String value = setting.contains("=") ? setting.split("=")[1] : "x";
        List<String> problems = OPTIONS.property(name, value).problems(rules);
        assertThat(problems)
                .singleElement()
                .asString()
                .contains("'" + name + "'")
                .contains(why);
    }

    @Test
    void valuesThatKeepTheGuaranteeAreWelcome() {
        assertThat(OPTIONS.property("acks", "-1")
                        .property("enable.idempotence", "TRUE")
                        .property("max.in.flight.requests.per.connection", "5")
                        .property("compression.type", "zstd")
                        .property("a.plugin.of.ours", "x")
                        .problems(SinkRules.RULES))
                .isEmpty();
    }

    @Test
    void allMistakesAreToldAtOnce() {
        List<String> problems = ClientOptions.NONE
                .bootstrapServers("nonsense")
                .property("linger.ms", "soon")
                .property("acks", "1")
                .secret("client.id", Secret.env("X"))
                .problems(SinkRules.RULES);
        assertThat(problems).hasSize(4);
        assertThat(problems).anyMatch(p -> p.contains("'nonsense' is no host:port"));
        assertThat(problems).anyMatch(p -> p.contains("linger.ms") && p.contains("soon"));
        assertThat(problems).anyMatch(p -> p.contains("'client.id' would be written to the log in clear"));
    }

    @Test
    void missingBrokersAreAMistake() {
        assertThat(ClientOptions.NONE.problems(SinkRules.RULES))
                .singleElement()
                .asString()
                .contains("bootstrapServers");
    }

    @Test
    void ipv6AndNamesAreAddresses() {
        assertThat(ClientOptions.NONE
                        .bootstrapServers("[::1]:9092,kafka-1.example_x:9093")
                        .problems(SinkRules.RULES))
                .isEmpty();
    }

    @Test
    void aSettingTwiceAsPropertyAndAsSecretIsAMistake() {
        assertThat(OPTIONS.property("sasl.jaas.config", "x")
                        .secret("sasl.jaas.config", Secret.env("X"))
                        .problems(SinkRules.RULES))
                .singleElement()
                .asString()
                .contains("as a property and as a secret");
    }

    @Test
    void valuesAreNeverShown() {
        ClientOptions options = OPTIONS.property("sasl.jaas.config", "password=hunter2")
                .secret("ssl.key.password", Secret.of(() -> "hunter3"));
        assertThat(options.toString())
                .contains("sasl.jaas.config", "ssl.key.password=supplier")
                .doesNotContain("hunter");
    }

    @Test
    void settingsOfOtherClientsAreLeftOutAndPluginsAreKept() {
        ClientOptions options = OPTIONS.property("linger.ms", "1").property("plugin.x", "2");
        assertThat(options.resolveFor(Set.of("acks"), Set.of("acks", "linger.ms")))
                .containsOnlyKeys("plugin.x");
    }
}
