package io.staunch.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.environment.Agent.Step;
import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.kafka.port.ConsumerPort;
import io.staunch.process.SideOutput;
import io.staunch.source.BadRecord;
import io.staunch.source.SourceContext;
import io.staunch.source.SourceOutput;
import io.staunch.source.SourceReader;
import io.staunch.source.Split;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.clients.consumer.LogTruncationException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.junit.jupiter.api.Test;

/** The reader and its fetch agent, stepped by hand, over a consumer in memory. */
class KafkaReaderTest {
    private static final TopicPartition ONE = new TopicPartition("t", 0);
    private static final TopicPartition TWO = new TopicPartition("t", 1);

    private final ConsumerDouble consumer = new ConsumerDouble(2);
    private final WorldDouble world = new WorldDouble(consumer);
    private final List<Throwable> failures = new ArrayList<>();
    private final Collected out = new Collected();
    private int wakes;

    private static final class Collected implements SourceOutput<Object> {
        private final List<Object> values = new ArrayList<>();
        private final List<Long> origins = new ArrayList<>();
        private final List<Long> timestamps = new ArrayList<>();
        private final List<Object> aside = new ArrayList<>();
        private int skipped;
        private boolean ready = true;

        @Override
        public <S> void emit(SideOutput<S> output, S value, long timestamp, long origin) {
            aside.add(value);
        }

        @Override
        public void skip() {
            skipped++;
        }

        @Override
        public void emit(Object value, long timestamp, long origin) {
            values.add(value);
            timestamps.add(timestamp);
            origins.add(origin);
        }

        @Override
        public boolean ready() {
            return ready;
        }
    }

    private <T> SourceReader<T> reader(KafkaSource<T> source) {
        var context = new SourceContext("job", "in", 0, world, () -> wakes++, failures::add);
        return source.bootstrapServers("b:1").topic("t").reader(context);
    }

    private static Split split(TopicPartition partition, long offset) {
        return new KafkaPosition(partition, "id", offset).split();
    }

    private Step fetch() {
        return world.agents.get(0).step();
    }

    @SuppressWarnings("unchecked")
    private <T> int poll(SourceReader<T> reader, int most) throws Exception {
        return reader.poll((SourceOutput<T>) out, most);
    }

    @Test
    void recordsComeInOrderFromTheirPositionsAndPositionsFollow() throws Exception {
        consumer.add(ONE, "a0", "a1", "a2").add(TWO, "b0", "b1");
        SourceReader<String> reader = reader(KafkaSource.strings());
        reader.add(List.of(split(ONE, 1), split(TWO, 0)));
        assertThat(fetch()).isEqualTo(Step.WORKED);
        assertThat(wakes).isEqualTo(1);
        assertThat(poll(reader, 100)).isEqualTo(4);
        assertThat(out.values).containsExactlyInAnyOrder("a1", "a2", "b0", "b1");
        assertThat(out.values.indexOf("a1")).isLessThan(out.values.indexOf("a2"));
        assertThat(reader.positions()).containsExactly(split(ONE, 3), split(TWO, 2));
        int a2 = out.values.indexOf("a2");
        assertThat(reader.describe(out.origins.get(a2))).isEqualTo("topic t, partition 0, offset 2");
        assertThat(out.timestamps.get(a2)).isEqualTo(1_002);
        assertThat(reader.finished()).isFalse();
    }

    @Test
    void noMoreThanAskedForIsEmittedAndThePositionIsThatOfTheLastRecord() throws Exception {
        consumer.add(ONE, "a0", "a1", null);
        SourceReader<String> reader = reader(KafkaSource.strings());
        reader.add(List.of(split(ONE, 0)));
        fetch();
        assertThat(poll(reader, 1)).isEqualTo(1);
        assertThat(reader.positions()).containsExactly(split(ONE, 1));
        assertThat(poll(reader, 1)).isEqualTo(1);
        assertThat(poll(reader, 1)).isZero();
        assertThat(out.values).containsExactly("a0", "a1");
    }

    @Test
    void markersMoveThePositionTooSoThatItDoesNotExpireBehindThem() throws Exception {
        consumer.add(ONE, "a0", null, null, null);
        SourceReader<String> reader = reader(KafkaSource.strings());
        reader.add(List.of(split(ONE, 0)));
        fetch();
        fetch();
        assertThat(poll(reader, 100)).isEqualTo(1);
        assertThat(poll(reader, 100)).isZero();
        assertThat(reader.positions()).containsExactly(split(ONE, 4));
    }

    @Test
    void aFullOutputEndsThePoll() throws Exception {
        consumer.add(ONE, "a0", "a1").add(TWO, "b0");
        SourceReader<String> reader = reader(KafkaSource.strings());
        reader.add(List.of(split(ONE, 0), split(TWO, 0)));
        fetch();
        out.ready = false;
        assertThat(poll(reader, 100)).isLessThan(3);
        out.ready = true;
        poll(reader, 100);
        assertThat(out.values).hasSize(3);
    }

    @Test
    void theAgentFetchesNoFurtherThanTheReaderHasRoomFor() throws Exception {
        for (int i = 0; i < 100; i++) {
            consumer.add(ONE, "a" + i);
        }
        SourceReader<String> reader = reader(KafkaSource.strings());
        reader.add(List.of(split(ONE, 0)));
        while (fetch() == Step.WORKED) {}
        assertThat(consumer.polls).isEqualTo(8);
        poll(reader, 1);
        assertThat(world.wakes).isGreaterThan(1);
        assertThat(fetch()).isEqualTo(Step.WORKED);
        assertThat(fetch()).isEqualTo(Step.IDLE);
    }

    @Test
    void splitsThatAreAddedLaterAreReadAndOthersKeepTheirPlace() throws Exception {
        consumer.add(ONE, "a0", "a1", "a2").add(TWO, "b0");
        SourceReader<String> reader = reader(KafkaSource.strings());
        assertThat(fetch()).isEqualTo(Step.IDLE);
        reader.add(List.of(split(ONE, 0)));
        fetch();
        reader.add(List.of(split(TWO, 0)));
        fetch();
        poll(reader, 100);
        assertThat(out.values).containsExactlyInAnyOrder("a0", "a1", "a2", "b0");
    }

    @Test
    void aSplitIsReadByOneReaderOnce() {
        SourceReader<String> reader = reader(KafkaSource.strings());
        reader.add(List.of(split(ONE, 0)));
        assertThatThrownBy(() -> reader.add(List.of(split(ONE, 5)))).hasMessageContaining("t-0 is already read");
    }

    record Flight(String id, int delay) {}

    @Test
    void aRecordThatIsNoJsonIsNamedByItsPlaceAndNeverByItsContent() {
        consumer.add(ONE, "{\"id\":\"x\",\"delay\":1}", "{\"id\":\"hunter2\",\"delay\":\"hunter2\"}");
        SourceReader<Flight> reader = reader(KafkaSource.json(Flight.class));
        reader.add(List.of(split(ONE, 0)));
        fetch();
        assertThatThrownBy(() -> poll(reader, 100))
                .isInstanceOf(StaunchException.class)
                .hasMessageContaining("topic t, partition 0, offset 1")
                .hasMessageNotContaining("hunter2")
                .hasNoCause();
        assertThat(out.values).containsExactly(new Flight("x", 1));
        assertThat(reader.positions()).containsExactly(split(ONE, 1));
    }

    @Test
    void theTextNullIsAnErrorAndNoTombstone() throws Exception {
        consumer.add(ONE, "null");
        SourceReader<Flight> reader = reader(KafkaSource.json(Flight.class));
        reader.add(List.of(split(ONE, 0)));
        fetch();
        assertThatThrownBy(() -> poll(reader, 100)).hasMessageContaining("JSON text null");
    }

    @Test
    void aRecordWithoutValueIsAnErrorUnlessWholeRecordsAreRead() throws Exception {
        consumer.add(ONE, "");
        SourceReader<Flight> reader = reader(KafkaSource.json(Flight.class));
        reader.add(List.of(split(ONE, 0)));
        fetch();
        assertThatThrownBy(() -> poll(reader, 100)).hasMessageContaining("can't be read");
    }

    @Test
    void anExpiredPositionStopsWithTheExactGap() {
        world.admin.topic("t", "id", 2).offsets(ONE, 50, 60, 60);
        consumer.add(ONE, "a0");
        SourceReader<String> reader = reader(KafkaSource.strings());
        reader.add(List.of(split(ONE, 42)));
        consumer.error = new OffsetOutOfRangeException(Map.of(ONE, 42L));
        assertThat(fetch()).isEqualTo(Step.DONE);
        assertThat(failures)
                .singleElement()
                .isInstanceOfSatisfying(
                        StaunchException.class, e -> assertThat(e.remedy()).isEqualTo(Remedy.FAIL_JOB))
                .asString()
                .contains(
                        "topic t, partition 0", "offset 42 is wanted", "begins at 50", "8 offsets are gone (42 to 49)");
        assertThat(consumer.closed).isTrue();
    }

    @Test
    void thePositionHasTheEpochOfItsLeaderAndIsSoughtWithIt() throws Exception {
        consumer.add(ONE, "a0", "a1", "a2");
        consumer.leaderEpoch = 4;
        SourceReader<String> reader = reader(KafkaSource.strings());
        reader.add(List.of(split(ONE, 0)));
        fetch();
        assertThat(consumer.soughtEpochs).containsEntry(ONE, ConsumerPort.NO_EPOCH);
        assertThat(reader.positions()).containsExactly(split(ONE, 0));
        poll(reader, 1);
        Split read = new KafkaPosition(ONE, "id", 1, 4).split();
        assertThat(reader.positions()).containsExactly(read);
        reader.close();

        SourceReader<String> next = reader(KafkaSource.strings());
        next.add(List.of(read));
        world.agents.get(1).step();
        assertThat(consumer.soughtEpochs).containsEntry(ONE, 4);
    }

    /** The log has grown beyond the position again, so that its end tells nothing. */
    @Test
    void otherRecordsThanWereReadStopTheJobByName() {
        world.admin.topic("t", "id", 2).offsets(ONE, 0, 60, 60);
        SourceReader<String> reader = reader(KafkaSource.strings());
        reader.add(List.of(split(ONE, 42)));
        consumer.error = new LogTruncationException(Map.of(ONE, 42L), Map.of(ONE, new OffsetAndMetadata(30)));
        assertThat(fetch()).isEqualTo(Step.DONE);
        assertThat(failures)
                .singleElement()
                .isInstanceOfSatisfying(
                        StaunchException.class, e -> assertThat(e.remedy()).isEqualTo(Remedy.FAIL_JOB))
                .asString()
                .contains(
                        "topic t, partition 0: offset 42 is wanted",
                        "from 30 on they are others",
                        "unclean leader election");
    }

    @Test
    void aMissingRightIsNamedWithTheCommandThatGrantsIt() {
        SourceReader<String> reader = reader(KafkaSource.strings());
        reader.add(List.of(split(ONE, 0)));
        consumer.error = new TopicAuthorizationException("t");
        fetch();
        assertThat(failures)
                .singleElement()
                .asString()
                .contains("Read on topic 't'", "kafka-acls.sh", "--operation Read --topic t");
    }

    @Test
    void closingEndsTheAgentAndTheConsumer() {
        consumer.add(ONE, "a0");
        SourceReader<String> reader = reader(KafkaSource.strings());
        reader.add(List.of(split(ONE, 0)));
        fetch();
        reader.close();
        assertThat(fetch()).isEqualTo(Step.DONE);
        assertThat(consumer.closed).isTrue();
        assertThat(failures).isEmpty();
    }

    @Test
    void theConsumerReadsOnlyWhatIsCommittedAndCommitsNothing() {
        SourceReader<String> reader = reader(KafkaSource.strings());
        reader.add(List.of(split(ONE, 0)));
        fetch();
        assertThat(world.settings.get(0).values())
                .containsEntry("isolation.level", "read_committed")
                .containsEntry("auto.offset.reset", "none")
                .containsEntry("enable.auto.commit", "false")
                .containsEntry("allow.auto.create.topics", "false")
                .containsEntry("fetch.max.wait.ms", "50")
                .doesNotContainKey("group.id");
    }

    @Test
    void theLagIsUnknownBeforeTheEndsAreAndIsCountedFromWhatWasEmitted() throws Exception {
        consumer.add(ONE, "a0", "a1", "a2").add(TWO, "b0");
        SourceReader<String> reader = reader(KafkaSource.strings());
        assertThat(reader.lag()).hasValue(0);
        reader.add(List.of(split(ONE, 1), split(TWO, 0)));
        assertThat(reader.lag()).isEmpty();
        fetch();
        assertThat(reader.lag()).hasValue(3);
        poll(reader, 1);
        assertThat(reader.lag()).hasValue(2);
        poll(reader, 100);
        assertThat(reader.lag()).hasValue(0);
    }

    @Test
    void theEndsAreLookedForOnceASecondAlsoWithoutRoom() {
        for (int i = 0; i < 100; i++) {
            consumer.add(ONE, "a" + i);
        }
        SourceReader<String> reader = reader(KafkaSource.strings());
        reader.add(List.of(split(ONE, 0)));
        while (fetch() == Step.WORKED) {
            assertThat(reader.lag()).hasValue(100);
        }
        int polls = consumer.polls;
        consumer.add(ONE, "one more");
        fetch();
        assertThat(reader.lag()).hasValue(100);
        world.nanos += 1_000_000_000;
        fetch();
        assertThat(reader.lag()).hasValue(101);
        assertThat(consumer.polls).isEqualTo(polls);
    }

    @Test
    void anEndThatFallsBackOfATopicThatWasMadeAnewStopsTheJobByName() {
        world.admin.topic("t", "another", 1);
        consumer.add(ONE, "a0", "a1", "a2", "a3", "a4", "a5");
        SourceReader<String> reader = reader(KafkaSource.strings());
        reader.add(List.of(split(ONE, 0)));
        assertThat(fetch()).isEqualTo(Step.WORKED);
        consumer.partitions.get(ONE).subList(3, 6).clear();
        world.nanos += 1_000_000_000;
        assertThat(fetch()).isEqualTo(Step.DONE);
        assertThat(failures)
                .singleElement()
                .asString()
                .contains("topic t was deleted and made anew", "its id was id", "is another now");
    }

    @Test
    void anEndThatFallsBackOfTheSameTopicStopsNothing() throws Exception {
        world.admin.topic("t", "id", 1);
        consumer.add(ONE, "a0", "a1", "a2", "a3", "a4", "a5");
        SourceReader<String> reader = reader(KafkaSource.strings());
        reader.add(List.of(split(ONE, 0)));
        fetch();
        consumer.partitions.get(ONE).subList(3, 6).clear();
        world.nanos += 1_000_000_000;
        assertThat(fetch()).isEqualTo(Step.WORKED);
        assertThat(poll(reader, 100)).isEqualTo(3);
        assertThat(failures).isEmpty();
    }

    @Test
    void brokersThatDoNotSayWhereTheEndIsStopNothing() throws Exception {
        consumer.add(ONE, "a0");
        consumer.endsError = new TimeoutException("no answer");
        SourceReader<String> reader = reader(KafkaSource.strings());
        reader.add(List.of(split(ONE, 0)));
        assertThat(fetch()).isEqualTo(Step.WORKED);
        assertThat(reader.lag()).isEmpty();
        assertThat(poll(reader, 100)).isEqualTo(1);
        assertThat(failures).isEmpty();
    }

    record Number(int n) {}

    @Test
    void theLagIsUnknownWhenBrokersDoNotSayForLongWhereTheEndIs() throws Exception {
        consumer.add(ONE, "a0");
        SourceReader<String> reader = reader(KafkaSource.strings());
        reader.add(List.of(split(ONE, 0)));
        fetch();
        poll(reader, 100);
        assertThat(reader.lag()).hasValue(0);
        consumer.endsError = new TimeoutException("no answer");
        for (int second = 1; second < 10; second++) {
            world.nanos += 1_000_000_000;
            fetch();
            assertThat(reader.lag()).hasValue(0);
        }
        world.nanos += 1_000_000_000;
        assertThat(fetch()).isEqualTo(Step.IDLE);
        assertThat(reader.lag()).isEmpty();
        assertThat(failures).isEmpty();

        consumer.endsError = null;
        consumer.add(ONE, "a1");
        world.nanos += 1_000_000_000;
        fetch();
        assertThat(reader.lag()).hasValue(1);
    }

    private void fetchAndPoll(SourceReader<?> reader) throws Exception {
        fetch();
        poll(reader, 100);
    }

    @Test
    void badRecordsArePassedOverIfTheUserSaysSo() throws Exception {
        consumer.add(ONE, "{\"n\":1}", "secret", "{\"n\":3}");
        SourceReader<Number> reader = reader(KafkaSource.json(Number.class).skipBadRecords());
        reader.add(List.of(split(ONE, 0)));
        fetchAndPoll(reader);
        fetchAndPoll(reader);
        assertThat(out.values).containsExactly(new Number(1), new Number(3));
        assertThat(out.skipped).isEqualTo(1);
        assertThat(reader.positions()).containsExactly(split(ONE, 3));
    }

    @Test
    void badRecordsGoAsideAsTheyAreIfTheUserSaysSo() throws Exception {
        consumer.add(ONE, "{\"n\":1}", "secret", "null");
        SourceReader<Number> reader = reader(KafkaSource.json(Number.class).badRecordsTo(SideOutput.named("bad")));
        reader.add(List.of(split(ONE, 0)));
        fetchAndPoll(reader);
        fetchAndPoll(reader);
        assertThat(out.values).containsExactly(new Number(1));
        assertThat(out.aside).hasSize(2);
        assertThat(out.aside.get(0)).isInstanceOfSatisfying(BadRecord.class, bad -> {
            assertThat(bad.place()).contains("offset 1");
            assertThat(new String(bad.value(), StandardCharsets.UTF_8)).isEqualTo("secret");
            assertThat(bad.toString()).doesNotContain("secret");
        });
        assertThat(out.skipped).isZero();
    }

    /** Reads from the buffer itself, as Kafka's interface allows, and finds that it can't. */
    public static final class Consuming implements Deserializer<String> {
        @Override
        public String deserialize(String topic, byte[] data) {
            throw new IllegalStateException("the buffer is there");
        }

        @Override
        public String deserialize(String topic, Headers headers, ByteBuffer data) {
            data.get();
            if (data.get() == 'y') {
                throw new SerializationException("y");
            }
            data.position(data.limit());
            return null;
        }
    }

    @Test
    void aBadRecordIsWholeAlsoIfTheDeserialiserHasReadItsBuffer() throws Exception {
        consumer.add(ONE, "xyz", "xxz");
        var reader = reader(KafkaSource.values(Consuming.class).badRecordsTo(SideOutput.named("bad")));
        reader.add(List.of(split(ONE, 0)));
        fetchAndPoll(reader);
        assertThat(out.aside)
                .extracting(
                        bad -> new String(Objects.requireNonNull(((BadRecord) bad).value()), StandardCharsets.UTF_8))
                .containsExactly("xyz", "xxz");
        assertThat(((BadRecord) out.aside.get(1)).reason()).contains("the format reads it as null");
    }

    record Unfit(String name, Optional<Integer> count) {}

    @Test
    void aClassThatNoRecordCanBeReadAsStopsTheJobAlsoIfBadRecordsArePassedOver() {
        consumer.add(ONE, "{\"name\":\"a\",\"count\":1}");
        var reader = reader(KafkaSource.json(Unfit.class).skipBadRecords());
        reader.add(List.of(split(ONE, 0)));
        assertThatThrownBy(() -> fetchAndPoll(reader))
                .isInstanceOfSatisfying(
                        StaunchException.class, e -> assertThat(e.remedy()).isEqualTo(Remedy.FAIL_JOB))
                .hasMessageContaining("mend the class, or give json(type, mapper) a mapper that can read it")
                .hasMessageContaining(
                        "the record at topic t, partition 0, offset 0 can't be read: its class is not fit for JSON");
        assertThat(out.skipped).isZero();
    }

    /** Has to ask somebody who is away. */
    public static final class Asking implements Deserializer<String> {
        @Override
        public String deserialize(String topic, byte[] data) {
            throw new TimeoutException("hunter2");
        }
    }

    @Test
    void aRecordThatCantBeReadNowIsNoBadRecord() {
        consumer.add(ONE, "a");
        var reader = reader(KafkaSource.values(Asking.class).skipBadRecords());
        reader.add(List.of(split(ONE, 0)));
        assertThatThrownBy(() -> fetchAndPoll(reader))
                .isInstanceOfSatisfying(
                        StaunchException.class, e -> assertThat(e.remedy()).isEqualTo(Remedy.RESTART_FROM_CHECKPOINT))
                .hasMessageContaining("topic t, partition 0, offset 0")
                .hasMessageNotContaining("hunter2");
        assertThat(out.skipped).isZero();
    }
}
