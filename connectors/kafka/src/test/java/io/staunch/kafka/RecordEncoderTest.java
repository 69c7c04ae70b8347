package io.staunch.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.error.StaunchException;
import io.staunch.ledger.Owner;
import io.staunch.sink.RefusedRecordException;
import io.staunch.sink.SinkContext;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.LongSerializer;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

class RecordEncoderTest {
    record Total(String airport, long flights) {}

    private static final Total TOTAL = new Total("JFK", 3);

    private static <T> EncodedRecord encode(KafkaSink<T> sink, T value, long timestamp) throws Exception {
        var owner = new Owner(new UUID(0, 1), 1, new UUID(0, 2));
        return sink.encoder(new SinkContext("job", "out", owner, new WorldDouble()))
                .encode(value, timestamp);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @Test
    void jsonWithKeyAndTheStreamsTimestamp() throws Exception {
        EncodedRecord record = encode(KafkaSink.json(Total.class).topic("out").key(Total::airport), TOTAL, 42);
        assertThat(record.topic()).isEqualTo("out");
        assertThat(text(record.key())).isEqualTo("JFK");
        assertThat(text(record.value())).isEqualTo("{\"airport\":\"JFK\",\"flights\":3}");
        assertThat(record.timestamp()).isEqualTo(42);
        assertThat(record.headers()).isNull();
        assertThat(record.partition()).isNull();
    }

    @Test
    void aStreamWithoutTimestampsLeavesItToTheProducer() throws Exception {
        assertThat(encode(KafkaSink.strings().topic("out"), "x", Long.MIN_VALUE).timestamp())
                .isNull();
    }

    @Test
    void keysAreTextBytesOrJson() throws Exception {
        KafkaSink<Total> sink = KafkaSink.json(Total.class).topic("out");
        assertThat(text(encode(sink.key(Total::flights), TOTAL, 0).key())).isEqualTo("3");
        assertThat(text(encode(sink.key(t -> t), TOTAL, 0).key())).startsWith("{\"airport\"");
        assertThat(text(encode(sink.key(t -> new byte[] {'b'}), TOTAL, 0).key()))
                .isEqualTo("b");
        assertThat(encode(sink.key(t -> null), TOTAL, 0).key()).isNull();
        assertThat(encode(sink.key(Total::flights, LongSerializer::new), TOTAL, 0)
                        .key())
                .containsExactly(0, 0, 0, 0, 0, 0, 0, 3);
    }

    @Test
    void everythingElseCanBeChosenByRecord() throws Exception {
        Header header = new KafkaHeader("h", new byte[] {1});
        EncodedRecord record = encode(
                KafkaSink.json(Total.class)
                        .topic(t -> "out-" + t.airport())
                        .headers(t -> List.of(header))
                        .timestamp(t -> Instant.ofEpochMilli(7))
                        .partitioner((t, partitions) -> (int) (t.flights() % partitions)),
                TOTAL,
                42);
        assertThat(record.topic()).isEqualTo("out-JFK");
        assertThat(record.headers()).containsExactly(header);
        assertThat(record.timestamp()).isEqualTo(7);
        assertThat(record.partition().applyAsInt(2)).isEqualTo(1);
    }

    @Test
    void wholeRecordsKeepWhatTheyHad() throws Exception {
        Header header = new KafkaHeader("h", null);
        KafkaSink<KafkaRecord<String, String>> sink =
                KafkaSink.of(StringSerializer.class, StringSerializer.class).topic("out");
        EncodedRecord record = encode(sink, new KafkaRecord<>("in", 1, 2, 99, "k", null, List.of(header)), 42);
        assertThat(text(record.key())).isEqualTo("k");
        assertThat(record.value()).isNull();
        assertThat(record.headers()).containsExactly(header);
        assertThat(record.timestamp()).isEqualTo(99);
        assertThat(encode(sink, KafkaRecord.of("k", "v"), 42).timestamp()).isEqualTo(42);
    }

    /** Kafka's overheads: 61 bytes for a batch, 21 for a record, one for each of four lengths here. */
    @Test
    void aRecordOfExactlyTheLimitIsTakenAndOneByteMoreIsNot() throws Exception {
        KafkaSink<byte[]> sink = KafkaSink.bytes().topic("out").property("max.request.size", "200");
        int fits = 200 - 61 - 21 - 1 - 2 - 1;
        assertThat(encode(sink, new byte[fits], 0).value()).hasSize(fits);
        assertThatThrownBy(() -> encode(sink, new byte[fits + 1], 0))
                .isInstanceOf(StaunchException.class)
                .hasMessageContaining("topic out")
                .hasMessageContaining("takes 201 bytes and at most 200")
                .hasMessageContaining("max.request.size");
    }

    @Test
    void headersCountToo() {
        KafkaSink<byte[]> sink = KafkaSink.bytes()
                .topic("out")
                .property("max.request.size", "200")
                .headers(v -> List.of(new KafkaHeader("name", new byte[150])));
        assertThatThrownBy(() -> encode(sink, new byte[0], 0)).hasMessageContaining("at most 200");
    }

    @Test
    void aTimestampBefore1970IsRefusedHereAndNotByTheProducer() {
        assertThatThrownBy(() -> encode(KafkaSink.strings().topic("out"), "x", -1))
                .isInstanceOf(StaunchException.class)
                .hasMessageContaining("before 1970");
    }

    /** A serialiser that quotes what it chokes on. */
    public static final class Choking implements Serializer<String> {
        @Override
        public byte[] serialize(String topic, String data) {
            throw new IllegalStateException("can't take " + data);
        }
    }

    @Test
    void whatCanNotBeSerialisedIsNamedByTopicAndNeverByItsContent() {
        assertThatThrownBy(() -> encode(KafkaSink.values(Choking.class).topic("out"), "hunter2", 0))
                .isInstanceOf(StaunchException.class)
                .hasMessageContaining("topic out")
                .hasMessageContaining("IllegalStateException")
                .hasMessageNotContaining("hunter2")
                .hasNoCause();
    }

    /** A serialiser that adds a header, as some registries' do. */
    public static final class Stamping implements Serializer<String> {
        @Override
        public byte[] serialize(String topic, String data) {
            throw new AssertionError("the headers were left out");
        }

        @Override
        public byte[] serialize(String topic, Headers headers, String data) {
            headers.add("schema", new byte[] {7});
            return data.getBytes(StandardCharsets.UTF_8);
        }
    }

    @Test
    void aSerialiserMayAddHeaders() throws Exception {
        assertThat(encode(KafkaSink.values(Stamping.class).topic("out"), "x", 0).headers())
                .extracting(Header::key)
                .containsExactly("schema");
    }

    @Test
    void aTopicThatIsNoneIsRefused() {
        assertThatThrownBy(() -> encode(KafkaSink.strings().topic(v -> "a b"), "x", 0))
                .hasMessageContaining("'a b' is no name of a topic");
        assertThatThrownBy(() -> encode(KafkaSink.strings().topic(v -> null), "x", 0))
                .hasMessageContaining("gave null");
    }

    /** Adds a header for some, and can't write others. */
    private static byte[] choosy(Headers headers, String data) {
        if (data.startsWith("h")) {
            headers.add(data, new byte[] {7});
        }
        if (data.endsWith("!")) {
            throw new IllegalStateException("it can't be written");
        }
        return data.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void noRecordHasHeadersOfAnEarlierOne() throws Exception {
        KafkaSink<String> sink = KafkaSink.values(() -> new Serializer<String>() {
                    @Override
                    public byte[] serialize(String topic, String data) {
                        throw new AssertionError("the headers were left out");
                    }

                    @Override
                    public byte[] serialize(String topic, Headers headers, String data) {
                        return choosy(headers, data);
                    }
                })
                .topic("out");
        var owner = new Owner(new UUID(0, 1), 1, new UUID(0, 2));
        var encoder = sink.encoder(new SinkContext("job", "out", owner, new WorldDouble()));
        assertThat(encoder.encode("plain", 0).headers()).isNull();
        Headers first = encoder.encode("h1", 0).headers();
        assertThat(encoder.encode("plain", 0).headers()).isNull();
        assertThatThrownBy(() -> encoder.encode("h2!", 0)).hasMessageContaining("can't be serialised");
        assertThat(encoder.encode("h3", 0).headers()).extracting(Header::key).containsExactly("h3");
        assertThat(first).extracting(Header::key).containsExactly("h1");
    }

    @Test
    void whatTheTopicDoesNotTakeIsRefusedBeforeItIsSent() throws Exception {
        Encoding<String> encoding = KafkaSink.strings()
                .topic("out")
                .key(text -> text.isEmpty() ? null : text)
                .encoding();
        var encoder = new RecordEncoder<>(encoding, Map.of(), 1_000_000, new TopicLimits(200, true));
        assertThat(encoder.encode("small", 0)).isNotNull();
        assertThatThrownBy(() -> encoder.encode("", 0))
                .isInstanceOf(RefusedRecordException.class)
                .hasMessageContaining("topic out has no key")
                .hasMessageContaining("compacted");
        assertThatThrownBy(() -> encoder.encode("x".repeat(200), 0))
                .isInstanceOf(RefusedRecordException.class)
                .hasMessageContaining("takes at most 200");
    }

    @Test
    void aFunctionThatThrowsIsNoRefusal() {
        KafkaSink<String> sink = KafkaSink.strings().topic("out").key(text -> {
            throw new IllegalStateException("a bug");
        });
        assertThatThrownBy(() -> encode(sink, "x", 0)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aSerialiserThatThrowsAndAHeaderWithoutKeyAreRefusals() {
        KafkaSink<String> sink = KafkaSink.<String>values(() -> (topic, text) -> {
                    throw new IllegalStateException("Confidential");
                })
                .topic("out");
        assertThatThrownBy(() -> encode(sink, "x", 0))
                .isInstanceOf(RefusedRecordException.class)
                .hasMessageNotContaining("Confidential");
        KafkaSink<String> headless = KafkaSink.strings().topic("out").headers(text -> Collections.singletonList(null));
        assertThatThrownBy(() -> encode(headless, "x", 0))
                .isInstanceOf(RefusedRecordException.class)
                .hasMessageContaining("headers");
    }
}
