package io.staunch.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.error.StaunchException;
import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.Owner;
import io.staunch.source.Split;
import io.staunch.testkit.golden.GoldenFiles;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Manifests, lines of ledgers and positions of every format that was ever written are read. */
class GoldenTest {
    private static final Owner OLD = new Owner(new UUID(1, 1), 3, new UUID(7, 7));
    private static final Owner NEW = new Owner(new UUID(2, 2), 4, new UUID(7, 7));
    private static final LedgerLine FIRST = LedgerLine.first(new UUID(5, 5));
    private static final LedgerLine LATER =
            FIRST.with(NEW).with(new LedgerEntry("orders", "out at files /out", 42, OLD), List.of("t1", "t2"));

    private static byte[] golden(String name, byte[] today) {
        return GoldenFiles.read(GoldenTest.class, name, () -> today);
    }

    @Test
    void manifestsOfFormat1AreRead() {
        var manifest = new Manifest(
                3,
                List.of(
                        new Written(
                                "day=1",
                                ".out@job-000003-000000001.jsonl.writing",
                                "out@job-000003-000000001.jsonl",
                                17,
                                true),
                        new Written(
                                "",
                                ".out@job-000003-000000002.jsonl.writing",
                                "out@job-000003-000000002.jsonl",
                                4,
                                false)));
        byte[] golden = golden("v1/manifest.txt", manifest.bytes());
        assertThat(Manifest.of(golden, "here")).isEqualTo(manifest);
        assertThat(manifest.bytes()).isEqualTo(golden);
    }

    @Test
    void linesOfLedgersOfFormat1AreRead() {
        assertRead("v1/ledger-first.txt", FIRST);
        assertRead("v1/ledger-entry.txt", LATER);
    }

    private static void assertRead(String file, LedgerLine line) {
        byte[] golden = golden(file, line.bytes());
        String text = new String(golden, StandardCharsets.UTF_8);
        assertThat(LedgerLine.parse(text.substring(0, text.length() - 1), "here"))
                .isEqualTo(line);
        assertThat(line.bytes()).isEqualTo(golden);
    }

    /** It is whole, and so no torn end, which would be written over. */
    @Test
    void aLineOfANewerFormatIsRefusedByName() {
        String text = "2\tsomething else";
        assertThatThrownBy(() -> LedgerLine.parse(Manifest.checksum(text) + "\t" + text, "/out/ledger-7"))
                .isInstanceOf(StaunchException.class)
                .hasMessageContaining("/out/ledger-7")
                .hasMessageContaining("newer version")
                .hasMessageContaining("'2'");
    }

    @Test
    void aLineFromBeforeThereWereFormatsIsNotTakenForANewerOne() {
        String text = "5e0bba1e-0000-4000-8000-000000000007\t-\t-\t-\t-\t-\t-";
        assertThatThrownBy(() -> LedgerLine.parse(Manifest.checksum(text) + "\t" + text, "/out/ledger-7"))
                .isInstanceOf(StaunchException.class)
                .hasMessageContaining("/out/ledger-7 was written by a build from before")
                .hasMessageNotContaining("newer");
    }

    @Test
    void positionsOfFormat1AreRead() {
        var position = new FilePosition(
                "day=1/a.csv.gz", "inode-42", Head.of("id,delay\n".getBytes(StandardCharsets.UTF_8)), 57, 1000, false);
        Split today = position.split();
        String golden = new String(
                golden("v1/position.txt", (today.id() + "\n" + today.position()).getBytes(StandardCharsets.UTF_8)),
                StandardCharsets.UTF_8);
        String[] lines = golden.split("\n", -1);
        assertThat(FilePosition.of(new Split(lines[0], lines[1]))).isEqualTo(position);
        assertThat(today).isEqualTo(new Split(lines[0], lines[1]));
    }
}
