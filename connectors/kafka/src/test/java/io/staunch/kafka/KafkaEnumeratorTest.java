package io.staunch.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.source.SourceContext;
import io.staunch.source.Split;
import io.staunch.source.SplitEnumerator;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

class KafkaEnumeratorTest {
    private static final TopicPartition ZERO = new TopicPartition("t", 0);
    private static final TopicPartition ONE = new TopicPartition("t", 1);

    private final WorldDouble world = new WorldDouble();

    {
        world.admin.topic("t", "id", 2).offsets(ZERO, 10, 20, 25).offsets(ONE, 0, 0, 0);
    }

    private SplitEnumerator enumerator(KafkaSource<String> source) {
        return source.bootstrapServers("b:1").enumerator(new SourceContext("job", "in", -1, world, () -> {}, e -> {}));
    }

    private SplitEnumerator enumerator(StartFrom start) {
        return enumerator(KafkaSource.strings().topic("t").startFrom(start));
    }

    private static Split split(TopicPartition partition, long offset) {
        return new KafkaPosition(partition, "id", offset).split();
    }

    @Test
    void theEarliestIsTheFirstRecordThatIsThere() {
        assertThat(enumerator(StartFrom.earliest()).firstSplits()).containsExactly(split(ZERO, 10), split(ONE, 0));
    }

    /** F37: an empty partition has an end too, and what an open transaction has written is not passed over. */
    @Test
    void theLatestIsResolvedOnceToTheStableEndOfEveryPartition() {
        assertThat(enumerator(StartFrom.latest()).firstSplits()).containsExactly(split(ZERO, 20), split(ONE, 0));
    }

    @Test
    void aTimestampWithoutRecordsIsTheEnd() {
        world.admin.atTimestamp.put(ZERO, 15L);
        assertThat(enumerator(StartFrom.timestamp(Instant.EPOCH)).firstSplits())
                .containsExactly(split(ZERO, 15), split(ONE, 0));
    }

    @Test
    void givenOffsetsAreTakenIfTheyExist() {
        assertThat(enumerator(StartFrom.offsets(Map.of(ZERO, 25L, ONE, 0L))).firstSplits())
                .containsExactly(split(ZERO, 25), split(ONE, 0));
    }

    @Test
    void allMistakesInGivenOffsetsAreToldAtOnce() {
        var elsewhere = new TopicPartition("t", 7);
        assertThatThrownBy(() -> enumerator(StartFrom.offsets(Map.of(ZERO, 9L, elsewhere, 1L)))
                        .firstSplits())
                .hasMessageContaining("t-0 goes from 10 to 25, not to 9")
                .hasMessageContaining("t-1 has no offset")
                .hasMessageContaining("there is no partition t-7");
    }

    @Test
    void anUnknownTopicIsNamed() {
        var error = catchThrowableOfType(
                StaunchException.class,
                () -> enumerator(KafkaSource.strings().topics("t", "nowhere")).firstSplits());
        assertThat(error).hasMessageContaining("'nowhere'").hasMessageContaining("b:1");
        assertThat(error.remedy()).isEqualTo(Remedy.FAIL_JOB);
    }

    @Test
    void whatIsMissingOfAllTopicsIsToldAtOnce() {
        world.admin.topic("unread", "id", 1, AclOperation.DESCRIBE, AclOperation.WRITE);
        world.admin.topic("read", "id", 1, AclOperation.DESCRIBE, AclOperation.READ);
        var error = catchThrowableOfType(
                StaunchException.class,
                () -> enumerator(KafkaSource.strings().topics("read", "unread", "nowhere"))
                        .firstSplits());
        assertThat(error)
                .hasMessageContaining("there is no topic 'nowhere' at b:1: make it with kafka-topics.sh --create")
                .hasMessageContaining("this job needs Read on topic 'unread'")
                .hasMessageContaining("--operation Read --topic unread");
        assertThat(error.getMessage()).doesNotContain("'read'");
        assertThat(error.remedy()).isEqualTo(Remedy.FAIL_JOB);
    }

    @Test
    void anUnreachableBrokerIsNamedAndTriedAgain() {
        world.admin.error = new TimeoutException("no node");
        var error = catchThrowableOfType(
                StaunchException.class, () -> enumerator(StartFrom.earliest()).firstSplits());
        assertThat(error).hasMessageContaining("b:1").hasMessageContaining("no node");
        assertThat(error.remedy()).isEqualTo(Remedy.RETRY);
    }

    @Test
    void positionsThatAreStillThereAreGoneOnFrom() {
        enumerator(StartFrom.earliest()).verify(List.of(split(ZERO, 10), split(ONE, 0)));
        enumerator(StartFrom.earliest()).verify(List.of(split(ZERO, 25)));
    }

    /** F39. */
    @Test
    void expiredPositionsAndThoseBeyondTheEndAreAllNamed() {
        assertThatThrownBy(() -> enumerator(StartFrom.earliest()).verify(List.of(split(ZERO, 9), split(ONE, 3))))
                .hasMessageContaining(
                        "partition 0: offset 9 is wanted, but the partition begins at 10: 1 offset is gone")
                .hasMessageContaining("partition 1: offset 3 is wanted, but the partition ends at 0")
                .hasMessageContaining("lost 3 offsets");
    }

    /** A consumer would wait for a leader of the position's epoch, and say nothing. */
    @Test
    void aClusterThatWasSetBackIsNoticedByTheEpochsOfItsLeaders() {
        Split later = new KafkaPosition(ZERO, "id", 12, 5).split();
        world.admin.leaderEpochs.put(ZERO, 5);
        enumerator(StartFrom.earliest()).verify(List.of(later));
        world.admin.leaderEpochs.put(ZERO, 4);
        assertThatThrownBy(() -> enumerator(StartFrom.earliest()).verify(List.of(later)))
                .hasMessageContaining("offset 12 was read under epoch 5")
                .hasMessageContaining("the leader now has epoch 4")
                .hasMessageContaining("set back to an older state");
    }

    /** F44. */
    @Test
    void aTopicThatWasMadeAnewIsNoticed() {
        Split old = new KafkaPosition(ZERO, "old", 12).split();
        assertThatThrownBy(() -> enumerator(StartFrom.earliest()).verify(List.of(old)))
                .hasMessageContaining("topic t was deleted and made anew")
                .hasMessageContaining("old")
                .hasMessageContaining("is id now");
    }

    @Test
    void aTopicThatIsGoneAndOneThatIsNoLongerReadAreNamed() {
        Split gone = new KafkaPosition(new TopicPartition("gone", 0), "x", 1).split();
        assertThatThrownBy(() -> enumerator(StartFrom.earliest()).verify(List.of(gone)))
                .hasMessageContaining("[gone]")
                .hasMessageContaining("no longer reads [t]");
        assertThatThrownBy(() ->
                        enumerator(KafkaSource.strings().topics("t", "gone")).verify(List.of(gone)))
                .hasMessageContaining("topic gone does not exist any more");
    }

    /** F37, F38: what is known is left out, what is new is read from its very beginning, also if that has expired. */
    @Test
    void newPartitionsAreReadFromTheirBeginning() {
        SplitEnumerator enumerator = enumerator(StartFrom.latest());
        enumerator.firstSplits();
        assertThat(enumerator.discover(List.of("t-0", "t-1"))).isEmpty();
        world.admin.topic("t", "id", 3).offsets(new TopicPartition("t", 2), 5, 9, 9);
        assertThat(enumerator.discover(List.of("t-0", "t-1"))).containsExactly(split(new TopicPartition("t", 2), 0));
    }

    @Test
    void aTopicThatWasAddedToTheSourceIsReadFromTheFirstRecordThatIsThere() {
        var added = new TopicPartition("u", 0);
        world.admin.topic("u", "id-u", 1).offsets(added, 7, 9, 9);
        SplitEnumerator enumerator = enumerator(KafkaSource.strings().topics("t", "u"));
        enumerator.verify(List.of(split(ZERO, 10), split(ONE, 0)));
        assertThat(enumerator.discover(List.of("t-0", "t-1")))
                .containsExactly(new KafkaPosition(added, "id-u", 7).split());
    }

    @Test
    void aTopicThatIsMadeAnewWhileItIsReadStopsTheJob() {
        SplitEnumerator enumerator = enumerator(StartFrom.earliest());
        enumerator.firstSplits();
        world.admin.topic("t", "other", 2);
        assertThatThrownBy(() -> enumerator.discover(List.of("t-0", "t-1"))).hasMessageContaining("made anew while");
    }

    @Test
    void aBrokerThatIsAwayCostsNoMoreThanALook() {
        SplitEnumerator enumerator = enumerator(StartFrom.earliest());
        enumerator.firstSplits();
        world.admin.error = new TimeoutException("away");
        assertThat(enumerator.discover(List.of("t-0"))).isEmpty();
    }

    @Test
    void settledPositionsAreNotedAtMostOnceASecondAndTheLastOnesLater() {
        SplitEnumerator enumerator = enumerator(KafkaSource.strings().topic("t").groupForMonitoring("watch"));
        enumerator.settled(1, List.of(split(ZERO, 11)));
        enumerator.settled(2, List.of(split(ZERO, 12)));
        assertThat(world.admin.noted).containsEntry(ZERO, 11L);
        world.nanos += 1_000_000_000L;
        enumerator.settled(3, List.of(split(ZERO, 13)));
        enumerator.settled(4, List.of(split(ZERO, 14)));
        assertThat(world.admin.noted).containsEntry(ZERO, 13L);
        enumerator.discover(List.of("t-0", "t-1"));
        assertThat(world.admin.noted).containsEntry(ZERO, 14L);
        assertThat(world.admin.notes).isEqualTo(3);
    }

    @Test
    void aFaultOutsideDoesNotReachTheJobThroughItsMonitoring() {
        SplitEnumerator enumerator = enumerator(KafkaSource.strings().topic("t").groupForMonitoring("watch"));
        world.admin.error = new TimeoutException("away");
        enumerator.settled(1, List.of(split(ZERO, 11)));
        assertThat(world.admin.noted).isEmpty();
    }

    @Test
    void closingClosesTheClient() {
        SplitEnumerator enumerator = enumerator(StartFrom.earliest());
        enumerator.firstSplits();
        enumerator.close();
        assertThat(world.admin.closed).isEqualTo(1);
    }
}
