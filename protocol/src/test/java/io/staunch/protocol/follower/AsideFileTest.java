package io.staunch.protocol.follower;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.protocol.codec.Schema;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

class AsideFileTest {
    private static final UUID LINEAGE = new UUID(1, 2);
    private static final String OF_LINEAGE = "-00000000-0000-0001-0000-000000000002.jsonl";

    record Seen(long key, String text) {}

    private static AsideFile file(String sink, long records) {
        return new AsideFile("counting", sink, sink + " at database", 17, LINEAGE, 3, records, Schema.of(Seen.class));
    }

    /** Format 1, for ever. */
    @Test
    void theFirstLineSaysWhatItIsAndEachFurtherOneIsARecord() {
        Iterable<byte[]> bytes = file("table", 2).bytes(List.of(new Seen(1, "a\nb"), new Seen(2, "\"é\"")));
        assertThat(text(bytes)).isEqualTo("""
                        {"staunch":"set aside","format":1,"job":"counting","sink":"table","resource":"table at database",\
                        "checkpoint":17,"epoch":3,"records":2,"schema":"schema 1\\n%1$s\\nrecord %1$s(key long, text String)\\n"}
                        {"key":1,"text":"a\\nb"}
                        {"key":2,"text":"\\"é\\""}
                        """.formatted(Seen.class.getName()));
        assertThat(text(bytes)).as("it can be read again").contains("\"key\":2");
    }

    @Test
    void anIntervalWithoutRecordsHasTheFirstLineAlone() {
        assertThat(text(file("table", 0).bytes(List.of())).lines()).hasSize(1);
    }

    @Test
    void manyRecordsComeInPieces() {
        List<Seen> many =
                IntStream.range(0, 20_000).mapToObj(i -> new Seen(i, "text")).toList();
        Iterable<byte[]> bytes = file("table", many.size()).bytes(many);
        assertThat(bytes).hasSizeGreaterThan(3);
        assertThat(text(bytes).lines()).hasSize(1 + many.size());
    }

    @Test
    void theNameIsOneForEachSinkAndCheckpoint() {
        assertThat(file("table", 0).name()).isEqualTo("table-checkpoint-17" + OF_LINEAGE);
        assertThat(file("to/the é", 0).name()).isEqualTo("to%2fthe%20%c3%a9-checkpoint-17" + OF_LINEAGE);
        assertThat(file("to%2fthe", 0).name()).isNotEqualTo(file("to/the", 0).name());
    }

    private static String text(Iterable<byte[]> bytes) {
        return StreamSupport.stream(bytes.spliterator(), false)
                .map(each -> new String(each, StandardCharsets.UTF_8))
                .reduce("", String::concat);
    }
}
