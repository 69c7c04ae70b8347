package io.staunch.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.staunch.error.ConfigurationException;
import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.kafka.port.AdminPort.OpenTransaction;
import io.staunch.kafka.port.AdminPort.TransactionalId;
import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.LedgerView;
import io.staunch.ledger.Owner;
import io.staunch.sink.LeadConnection;
import io.staunch.sink.LeadContext;
import io.staunch.sink.RereadSink;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.Test;

class KafkaLeadTest {
    private static final TopicPartition LEDGER = new TopicPartition("staunch-ledger-job", 0);
    private static final TopicPartition OUT = new TopicPartition("out", 0);
    private static final Owner OWNER = new Owner(new UUID(1, 1), 1, new UUID(7, 7));

    private final WorldDouble world = new WorldDouble();

    {
        world.admin.topic("out", "id-out", 3).topic("other", "id-other", 1);
    }

    private static KafkaSink<String> sink(String topic) {
        return KafkaSink.strings().bootstrapServers("b:1").topic(topic);
    }

    private LeadConnection<EncodedRecord> lead(RereadSink<?, ?>... sinks) {
        return lead(Duration.ofMillis(50), Duration.ofSeconds(20), sinks);
    }

    @SuppressWarnings("unchecked")
    private LeadConnection<EncodedRecord> lead(Duration every, Duration timeout, RereadSink<?, ?>... sinks) {
        var context = new LeadContext("job", List.of(sinks), world, every, timeout);
        return (LeadConnection<EncodedRecord>) sinks[0].connect(context);
    }

    private static EncodedRecord record(String topic) {
        return new EncodedRecord(topic, null, null, new byte[] {1}, null, null);
    }

    @Test
    void theFirstLookMakesTheLedgerTopicAsItMustBe() throws Exception {
        LedgerView view = lead(sink("out")).peek();
        assertThat(view).isEqualTo(new LedgerView("id-of-staunch-ledger-job", null, null));
        assertThat(world.admin.topics.get("staunch-ledger-job").partitions()).isEqualTo(1);
        assertThat(world.admin.configs.get("staunch-ledger-job")).containsEntry("cleanup.policy", "compact");
    }

    @Test
    void aLedgerTopicThatCanNotBeTrustedIsRefusedWithAllReasons() throws Exception {
        world.admin.topic("staunch-ledger-job", "l", 2);
        world.admin.configs.put(
                "staunch-ledger-job", Map.of("cleanup.policy", "delete", "unclean.leader.election.enable", "true"));
        assertThatThrownBy(() -> lead(sink("out")).peek())
                .hasMessageContaining("it has 2 partitions")
                .hasMessageContaining("cleanup.policy is delete and must be compact")
                .hasMessageContaining("unclean.leader.election.enable is true")
                .hasMessageContaining("kafka-configs.sh");
    }

    @Test
    void theResourceIsTheCluster() throws Exception {
        assertThat(lead(sink("out")).resource()).isEqualTo("kafka:c1");
    }

    @Test
    void fencingMakesTwoProducersOfTheJobsIdsAndLetsGoOfTheOldOnes() throws Exception {
        LeadConnection<EncodedRecord> lead = lead(sink("out"));
        lead.fence();
        lead.begin(1);
        lead.fence();
        assertThat(world.producers).hasSize(4);
        assertThat(world.producers.get(0).calls).containsExactly("init", "close 0");
        assertThat(world.producers.get(1).calls).containsExactly("init", "begin", "close 2000".replace("2000", "0"));
        assertThat(world.settings)
                .filteredOn(s -> s.value("transactional.id") != null)
                .extracting(s -> s.value("transactional.id"))
                .containsExactly("staunch-job-0", "staunch-job-1", "staunch-job-0", "staunch-job-1");
        assertThat(world.settings.get(0).values())
                .containsEntry("acks", "all")
                .containsEntry("enable.idempotence", "true")
                .containsEntry("transaction.timeout.ms", "60000");
    }

    @Test
    void theEntryGoesIntoTheSlotsOwnTransaction() throws Exception {
        LeadConnection<EncodedRecord> lead = lead(sink("out"));
        lead.fence();
        lead.own(OWNER);
        lead.begin(1);
        lead.write(1, record("out"));
        lead.flush(1);
        lead.commit(1, new LedgerEntry("job", "kafka:c1", 4, OWNER));
        assertThat(world.producers.get(0).calls).containsExactly("init", "begin", "send", "commit");
        ProducerDouble second = world.producers.get(1);
        assertThat(second.calls).containsExactly("init", "begin", "send", "flush", "send", "commit");
        assertThat(second.sent).extracting(ProducerRecord::topic).containsExactly("out", "staunch-ledger-job");
        assertThat(new String(second.sent.get(1).value(), java.nio.charset.StandardCharsets.UTF_8))
                .contains("kind=entry", "committed=4", "recorded.epoch=1");
    }

    @Test
    void anEntryOfAnotherJobIsAnError() throws Exception {
        LeadConnection<EncodedRecord> lead = lead(sink("out"));
        lead.fence();
        lead.begin(0);
        assertThatThrownBy(() -> lead.commit(0, new LedgerEntry("other", "kafka:c1", 4, OWNER)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void closingWaitsForNobodyBeforeThereIsAnOwner() throws Exception {
        LeadConnection<EncodedRecord> lead = lead(sink("out"));
        lead.fence();
        lead.begin(0);
        lead.close();
        assertThat(world.producers.get(0).calls).endsWith("close 0");
        assertThatThrownBy(lead::fence).hasMessageContaining("was closed");
    }

    /** As another thread does that ends the job; the broker may even have answered. */
    @Test
    void closingWhileItIsFencedLetsGoOfAllProducers() {
        LeadConnection<EncodedRecord> lead = lead(sink("out"));
        world.whileFencing = lead::close;
        assertThatThrownBy(lead::fence).hasMessageContaining("was closed");
        assertThat(world.producers)
                .hasSize(2)
                .allSatisfy(producer -> assertThat(producer.calls).endsWith("close 0"));
        assertThat(world.producers.get(1).calls).doesNotContain("init");
    }

    @Test
    void closingAbortsWhatIsOpenSoThatReadersNeedNotWait() throws Exception {
        LeadConnection<EncodedRecord> lead = lead(sink("out"));
        lead.peek();
        lead.fence();
        lead.own(OWNER);
        lead.begin(1);
        lead.close();
        assertThat(world.producers.get(0).calls).endsWith("close 0");
        assertThat(world.producers.get(1).calls).endsWith("close 2000");
        assertThat(world.admin.closed).isEqualTo(1);
        assertThatThrownBy(() -> lead.begin(0)).isInstanceOf(StaunchException.class);
    }

    @Test
    void allMistakesOfAResourceAreToldAtOnce() throws Exception {
        var error = catchThrowableOfType(
                ConfigurationException.class,
                () -> lead(
                                Duration.ofSeconds(10),
                                Duration.ofSeconds(20),
                                sink("out")
                                        .transactionTimeout(Duration.ofSeconds(30))
                                        .property("delivery.timeout.ms", "20000"),
                                sink("other").property("linger.ms", "1"))
                        .peek());
        assertThat(error.problems()).hasSize(3);
        assertThat(error)
                .hasMessageContaining("differ in [delivery.timeout.ms, linger.ms, transactionTimeout]")
                .hasMessageContaining("transactionTimeout(...) above")
                .hasMessageContaining("'delivery.timeout.ms' is 20000 ms and must be below the checkpointTimeout");
    }

    @Test
    void sinksWithTheSameSettingsShareTheirProducers() throws Exception {
        lead(
                        sink("out").secret("ssl.key.password", Secret.of(() -> "x")),
                        sink("other").secret("ssl.key.password", Secret.of(() -> "x")))
                .resource();
        assertThat(sink("out").resourceKey()).isEqualTo(sink("other").resourceKey());
    }

    @Test
    void missingTopicsAndTopicsThatTakeTooLittleAreNamedTogether() throws Exception {
        world.admin.configs.put("out", Map.of("max.message.bytes", "1000"));
        assertThatThrownBy(() -> lead(sink("out"), sink("nowhere")).peek())
                .hasMessageContaining("there is no topic 'nowhere'")
                .hasMessageContaining("topic 'out' takes at most 1000 bytes")
                .hasMessageContaining("property(\"max.request.size\", \"1000\")");
    }

    @Test
    void aTransactionThatIsLongerThanTheBrokerAllowsIsRefusedBeforeAnythingIsFenced() throws Exception {
        world.admin.broker = Map.of("transaction.max.timeout.ms", "30000");
        assertThatThrownBy(() -> lead(sink("out")).peek())
                .hasMessageContaining("60000 ms")
                .hasMessageContaining("at most 30000");
        assertThat(world.producers).isEmpty();
    }

    /** Reading the ledger is needed at the next start, and would be missed only then. */
    @Test
    void rightsOnTheLedgerAreLookedAtBeforeTheyAreNeeded() {
        world.admin.topic("staunch-ledger-job", "l", 1, AclOperation.DESCRIBE, AclOperation.DESCRIBE_CONFIGS);
        assertThatThrownBy(() -> lead(sink("out")).peek())
                .hasMessageContaining("this job needs Read, Write on topic 'staunch-ledger-job'")
                .hasMessageContaining("--operation Read --operation Write --topic staunch-ledger-job");
        assertThat(world.producers).isEmpty();
    }

    @Test
    void aSinksTopicThatMayNotBeWrittenToIsNamedBeforeTheFirstRecord() {
        world.admin.topic("out", "o", 1, AclOperation.DESCRIBE, AclOperation.READ);
        assertThatThrownBy(() -> lead(sink("out")).peek()).hasMessageContaining("this job needs Write on topic 'out'");
    }

    @Test
    void aUserWhoMayNotSeeTheBrokersSettingsMayStart() throws Exception {
        world.admin.topic("staunch-ledger-job", "l", 1).offsets(LEDGER, 0, 0, 0);
        var check = new StartCheck(
                new LeadContext("job", List.of(sink("out")), world, Duration.ofMillis(50), Duration.ofSeconds(20)),
                List.of(sink("out")),
                new KafkaFaults("b:1"));
        world.admin.configError = new ClusterAuthorizationException("no");
        assertThat(check.brokerProblems(world.admin)).isEmpty();
    }

    @Test
    void aLongCheckpointGetsALongTransactionUnlessOneIsSet() throws Exception {
        assertThat(lead(Duration.ofMinutes(2), Duration.ofMinutes(1), sink("out"))
                        .deadline())
                .isEqualTo(Duration.ofMinutes(4));
        assertThat(lead(sink("out")).deadline()).isEqualTo(Duration.ofMinutes(1));
        assertThat(lead(sink("out").transactionTimeout(Duration.ofSeconds(40))).deadline())
                .isEqualTo(Duration.ofSeconds(40));
    }

    @Test
    void aTopicThatIsChosenByRecordIsLookedAtOnce() throws Exception {
        LeadConnection<EncodedRecord> lead =
                lead(KafkaSink.strings().bootstrapServers("b:1").topic(v -> v));
        lead.fence();
        lead.begin(0);
        lead.write(0, record("out"));
        assertThatThrownBy(() -> lead.write(0, record("nowhere"))).hasMessageContaining("no topic 'nowhere'");
        assertThat(world.producers.get(0).sent).hasSize(1);
    }

    @Test
    void thePartitionerIsGivenTheNumberOfPartitionsAndKeptToIt() throws Exception {
        LeadConnection<EncodedRecord> lead = lead(sink("out"));
        lead.fence();
        lead.begin(0);
        lead.write(0, new EncodedRecord("out", null, null, new byte[0], null, partitions -> partitions - 1));
        assertThat(world.producers.get(0).sent.get(0).partition()).isEqualTo(2);
        assertThatThrownBy(() -> lead.write(
                        0, new EncodedRecord("out", null, null, new byte[0], null, partitions -> partitions)))
                .hasMessageContaining("chose partition 3 of topic 'out', which has 3");
    }

    /** A lead behind its fence, with an empty ledger; of the topic "out" the last record is in an open transaction of producer 77. */
    private LeadConnection<EncodedRecord> fencedBefore(KafkaSink<String> sink) throws Exception {
        world.admin
                .topic("staunch-ledger-job", "l", 1)
                .offsets(LEDGER, 0, 0, 0)
                .offsets(OUT, 0, 2, 3)
                .open
                .add(new OpenTransaction(77, 2, 1_000));
        world.consumer.add(LEDGER);
        LeadConnection<EncodedRecord> lead = lead(sink);
        lead.fence();
        return lead;
    }

    @Test
    void whatHangsOnAnOutputIsNamedSinceTheNextCommitWouldShowIt() throws Exception {
        LeadConnection<EncodedRecord> lead = fencedBefore(sink("out"));
        world.admin.transactionalIds.put(77L, new TransactionalId("staunch-job-1", true));
        var error = catchThrowableOfType(StaunchException.class, lead::read);
        assertThat(error)
                .hasMessageContaining("topic 'out' at b:1 can't be written to")
                .hasMessageContaining("transactional id 'staunch-job-1' (producer 77)")
                .hasMessageContaining("kafka-transactions.sh --bootstrap-server b:1 abort --topic out --partition 0"
                        + " --start-offset 2");
        assertThat(error.remedy()).isEqualTo(Remedy.RETRY);
    }

    @Test
    void whatOthersHaveOpenOnAnOutputDoesNotMatter() throws Exception {
        LeadConnection<EncodedRecord> lead = fencedBefore(sink("out"));
        world.admin.transactionalIds.put(77L, new TransactionalId("staunch-job2-1", true));
        assertThat(lead.read().entry()).isNull();
    }

    /** It has fenced this one, which learns that from what it does next. */
    @Test
    void whatANewerProcessOfTheJobHasUnderWayIsNotTakenForHanging() throws Exception {
        LeadConnection<EncodedRecord> lead = fencedBefore(sink("out"));
        world.admin.transactionalIds.put(77L, new TransactionalId("staunch-job-1", false));
        assertThat(lead.read().entry()).isNull();
    }

    @Test
    void whoMayNotSeeWhoseATransactionOnAnOutputIsWaitsForItsEnd() throws Exception {
        LeadConnection<EncodedRecord> lead = fencedBefore(sink("out"));
        world.admin.openError = new TopicAuthorizationException("out");
        world.admin.whileLooking = () -> world.admin.offsets(OUT, 0, 3, 7);
        assertThat(lead.read().entry()).isNull();
    }

    @Test
    void whoMayNotSeeWhoseATransactionOnAnOutputIsIsToldWhatWouldHelp() throws Exception {
        LeadConnection<EncodedRecord> lead = fencedBefore(sink("out"));
        world.admin.openError = new TopicAuthorizationException("out");
        var error = catchThrowableOfType(StaunchException.class, lead::read);
        assertThat(error)
                .hasMessageContaining("a transaction is open on [out-0] at b:1")
                .hasMessageContaining("--operation Read --topic out");
        assertThat(error.remedy()).isEqualTo(Remedy.RETRY);
    }

    /** The id is in use by then, for other topics. */
    @Test
    void whatHangsOnATopicThatARecordHasChosenIsNamedBeforeTheFirstRecord() throws Exception {
        LeadConnection<EncodedRecord> lead =
                fencedBefore(KafkaSink.strings().bootstrapServers("b:1").topic(v -> v));
        world.admin.transactionalIds.put(77L, new TransactionalId("staunch-job-0", false));
        assertThat(lead.read().entry()).isNull();
        lead.begin(0);
        lead.write(0, record("other"));
        assertThatThrownBy(() -> lead.write(0, record("out")))
                .hasMessageContaining("abort --topic out --partition 0 --start-offset 2");
        assertThat(world.producers.get(0).sent).hasSize(1);
    }
}
