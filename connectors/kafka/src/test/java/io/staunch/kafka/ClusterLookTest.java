package io.staunch.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.guarantee.Finding;
import io.staunch.guarantee.Finding.Sight;
import io.staunch.guarantee.LookContext;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterLookTest {
    private static final String LEDGER = "staunch-ledger-totals";
    private static final Map<String, String> SAFE_TOPIC = Map.of(
            "min.insync.replicas", "2",
            "unclean.leader.election.enable", "false",
            "cleanup.policy", "delete",
            "retention.ms", "604800000",
            "retention.bytes", "-1");
    private static final Map<String, String> SAFE_BROKER = Map.of(
            "transaction.max.timeout.ms", "900000",
            "transaction.state.log.replication.factor", "3",
            "transaction.state.log.min.isr", "2");

    private final WorldDouble world = new WorldDouble();
    private final LookContext context =
            new LookContext("totals", world, Duration.ofSeconds(1), Duration.ofSeconds(10), Duration.ofHours(24));
    private final KafkaSink<String> sink =
            KafkaSink.strings().bootstrapServers("broker:9092").topic("out");
    private final KafkaSource<String> source =
            KafkaSource.strings().bootstrapServers("broker:9092").topic("in");

    @BeforeEach
    void aClusterThatKeepsWhatItPromises() {
        for (String name : List.of("in", "out", LEDGER)) {
            world.admin.topic(name, "id", 2).copies(name, 3);
            world.admin.configs.put(name, new TreeMap<>(SAFE_TOPIC));
        }
        world.admin.broker = new TreeMap<>(SAFE_BROKER);
    }

    @Test
    void whatIsAsItShouldBeIsSeenAndTheClientIsLetGoOf() {
        List<Finding> found = sink.look(context);
        assertThat(found).allMatch(finding -> finding.sight() == Sight.SEEN && finding.remedy() == null);
        assertThat(told(found))
                .contains("topic 'out' has 3 copies")
                .contains("transaction.version is 2")
                .contains("60000 ms, of 900000");
        assertThat(source.look(context)).allMatch(finding -> finding.sight() == Sight.SEEN);
        assertThat(world.admin.closed).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "out | min.insync.replicas=1 | acknowledged when one broker has it",
                "out | min.insync.replicas=4 | takes a record only when 4 brokers have it",
                "out | unclean.leader.election.enable=true | lacks records which were acknowledged",
                "staunch-ledger-totals | min.insync.replicas=1 | acknowledged when one broker has it",
                "in | retention.ms=3600000 | keeps records for PT1H",
                "in | unclean.leader.election.enable=true | lacks records which were acknowledged"
            })
    void aSettingOfATopicThatCanLoseRecordsIsNamedWithTheCommandThatMendsIt(String topic, String setting, String told) {
        String[] pair = setting.split("=", -1);
        world.admin.configs.get(topic).put(pair[0], pair[1]);
        List<Finding> failed = failed(topic.equals("in") ? source.look(context) : sink.look(context));
        assertThat(failed).hasSize(1);
        assertThat(failed.get(0).told()).contains("topic '" + topic + "'").contains(told);
        assertThat(failed.get(0).remedy())
                .contains("kafka-configs.sh --bootstrap-server broker:9092 --alter --topic " + topic + " --add-config "
                        + pair[0]);
    }

    @Test
    void oneCopyIsNamedForOutputInputAndTheLedgerThatWillBeMade() {
        world.admin.copies("in", 1).copies("out", 1);
        world.admin.topics.remove(LEDGER);
        assertThat(told(failed(source.look(context)))).contains("topic 'in' has one copy");
        assertThat(told(failed(sink.look(context))))
                .contains("topic 'out' has one copy")
                .contains("ledger topic 'staunch-ledger-totals' will be made with one copy");
    }

    @Test
    void aLedgerThatWillBeMadeIsAcknowledgedAsTheBrokersSay() {
        world.admin.topics.remove(LEDGER);
        world.admin.brokers = List.of(1, 2, 3);
        assertThat(told(failed(sink.look(context))))
                .contains("will be made with 3 copies")
                .contains("acknowledged when one broker has it");
        world.admin.broker.put("min.insync.replicas", "2");
        assertThat(failed(sink.look(context))).isEmpty();
    }

    @Test
    void aLedgerThatCantBeMadeSinceThereAreTooFewBrokersIsAFailure() {
        world.admin.topics.remove(LEDGER);
        world.admin.brokers = List.of(1, 2);
        assertThat(told(failed(sink.ledgerReplication(3).look(context))))
                .contains("can't be made with 3 copies: there are 2 brokers");
    }

    @Test
    void aTransactionThatIsAbortedBeforeItsCheckpointHasToBeThereIsAFailure() {
        var slow =
                new LookContext("totals", world, Duration.ofMinutes(10), Duration.ofMinutes(10), Duration.ofHours(1));
        assertThat(failed(sink.look(slow))).singleElement().satisfies(f -> {
            assertThat(f.told()).contains("aborted after PT15M", "may keep it open for PT20M");
            assertThat(f.remedy()).contains("transactionTimeout");
        });
    }

    @Test
    void whatTransactionsLeanOnIsNamed() {
        world.admin.broker = Map.of("transaction.max.timeout.ms", "30000");
        world.admin.transactionVersion = OptionalInt.of(1);
        assertThat(told(failed(sink.look(context))))
                .contains("60000 ms, and the broker allows 30000")
                .contains("transaction.version is 1")
                .contains("kept in 1 copies, of which 1 must have it");
    }

    /** It was made when there was one broker, and the settings were changed later. */
    @Test
    void decisionsAboutTransactionsAreKeptAsTheirTopicIsNotAsTheSettingsSay() {
        String decisions = "__transaction_state";
        world.admin.topic(decisions, "id", 50).copies(decisions, 1);
        world.admin.configs.put(decisions, Map.of("min.insync.replicas", "1"));
        assertThat(failed(sink.look(context))).singleElement().satisfies(f -> {
            assertThat(f.told()).contains("kept in 1 copies, of which 1 must have it");
            assertThat(f.remedy()).contains("kafka-reassign-partitions.sh", "--topic __transaction_state");
        });
        world.admin.copies(decisions, 3);
        world.admin.configs.put(decisions, Map.of("min.insync.replicas", "2"));
        world.admin.broker.put("transaction.state.log.replication.factor", "1");
        assertThat(failed(sink.look(context))).isEmpty();
    }

    @Test
    void aRightThatIsMissingOnTheLedgerIsAFailure() {
        world.admin
                .topic(LEDGER, "id", 1, AclOperation.READ, AclOperation.DESCRIBE_CONFIGS)
                .copies(LEDGER, 3);
        assertThat(failed(sink.look(context))).singleElement().satisfies(f -> {
            assertThat(f.told()).contains("topic 'staunch-ledger-totals' may not be used by this user");
            assertThat(f.remedy()).contains("--operation Write --topic staunch-ledger-totals");
        });
    }

    @Test
    void aSinkWithoutTransactionsLooksAtItsTopicOnly() {
        world.admin.broker = Map.of("transaction.max.timeout.ms", "30000");
        assertThat(sink.atLeastOnce().look(context)).hasSize(1).allMatch(f -> f.sight() == Sight.SEEN);
    }

    @Test
    void whatCantBeSeenIsSaidAndTheRestIsLookedAt() {
        world.admin.configError = new ClusterAuthorizationException("no");
        List<Finding> found = sink.look(context);
        assertThat(found).filteredOn(f -> f.sight() == Sight.NOT_SEEN).hasSize(3);
        assertThat(told(found)).contains("DescribeConfigs").contains("transaction.version is 2");

        world.admin.error = new TopicAuthorizationException("out");
        assertThat(sink.look(context)).allMatch(f -> f.sight() == Sight.NOT_SEEN);
    }

    @Test
    void anOlderClusterThatSaysNoVersionIsNotTakenForSafe() {
        world.admin.transactionVersion = OptionalInt.empty();
        assertThat(sink.look(context))
                .filteredOn(f -> f.sight() == Sight.NOT_SEEN)
                .singleElement()
                .satisfies(f -> assertThat(f.told()).contains("transaction.version"));
    }

    @Test
    void missingTopicsAndRightsAreFailures() {
        world.admin.topics.remove("in");
        world.admin.topic("out", "id", 2, AclOperation.READ).copies("out", 3);
        assertThat(told(failed(source.look(context)))).contains("there is no topic 'in'");
        assertThat(told(failed(sink.look(context)))).contains("topic 'out' may not be used by this user");
    }

    @Test
    void retentionBySizeAndCompactionAreTold() {
        world.admin.configs.get("in").put("retention.bytes", "1000");
        world.admin.configs.get("out").put("cleanup.policy", "compact");
        assertThat(source.look(context))
                .filteredOn(f -> f.sight() == Sight.NOT_SEEN)
                .singleElement()
                .satisfies(f -> assertThat(f.told()).contains("more than 1000 bytes"));
        assertThat(told(sink.look(context))).contains("topic 'out' is compacted");
    }

    @Test
    void topicsThatAreChosenForEachRecordAreNotSeen() {
        List<Finding> found = KafkaSink.strings()
                .bootstrapServers("broker:9092")
                .topic(value -> "t-" + value)
                .look(context);
        assertThat(found.get(0).sight()).isEqualTo(Sight.NOT_SEEN);
    }

    private static List<Finding> failed(List<Finding> all) {
        return all.stream().filter(finding -> finding.sight() == Sight.FAILED).toList();
    }

    private static String told(List<Finding> findings) {
        return String.join("\n", findings.stream().map(Finding::told).toList());
    }
}
