package io.staunch.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.kafka.LedgerFormat.Line;
import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.Owner;
import io.staunch.source.Split;
import io.staunch.testkit.golden.GoldenFiles;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** Ledger records and positions of every format that was ever written are read. */
class GoldenTest {
    private static final Owner OLD = new Owner(new UUID(1, 1), 3, new UUID(7, 7));
    private static final Owner NEW = new Owner(new UUID(2, 2), 4, new UUID(7, 7));

    private static byte[] golden(String name, byte[] today) {
        return GoldenFiles.read(GoldenTest.class, name, () -> today);
    }

    private static void assertRead(String file, Line line) {
        byte[] today = LedgerFormat.value(line);
        byte[] golden = golden(file, today);
        assertThat(LedgerFormat.read(new String(golden, StandardCharsets.UTF_8), "here"))
                .isEqualTo(line);
        assertThat(today).isEqualTo(golden);
    }

    @Test
    void ledgerRecordsOfFormat1AreRead() {
        assertRead("v1/ledger-owner.txt", new Line("orders", "kafka:c1", NEW, null));
        assertRead(
                "v1/ledger-entry.txt",
                new Line("orders", "kafka:c1", NEW, new LedgerEntry("orders", "kafka:c1", 42, OLD)));
    }

    @Test
    void theKeysOfLedgerRecordsAreWhatTheyAlwaysWere() {
        byte[] today = LedgerFormat.key(new Line("orders", "kafka:c1", NEW, null));
        assertThat(today).isEqualTo(golden("v1/ledger-owner-key.txt", today));
    }

    @Test
    void positionsOfFormat1AreRead() {
        var position = new KafkaPosition(new TopicPartition("flights", 3), "pXlTq0sBRm2c3lJ0Ht8h2A", 42);
        Split today = position.split();
        String golden = new String(
                golden("v1/position.txt", (today.id() + "\n" + today.position()).getBytes(StandardCharsets.UTF_8)),
                StandardCharsets.UTF_8);
        String[] lines = golden.split("\n", -1);
        assertThat(KafkaPosition.of(new Split(lines[0], lines[1]))).isEqualTo(position);
        assertThat(today).isEqualTo(new Split(lines[0], lines[1]));
    }
}
