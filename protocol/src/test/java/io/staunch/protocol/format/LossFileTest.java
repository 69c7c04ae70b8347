package io.staunch.protocol.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.ledger.Owner;
import io.staunch.protocol.format.Manifest.SourceEntry;
import io.staunch.protocol.format.Manifest.SplitEntry;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LossFileTest {
    private static final Owner OWNER = new Owner(new UUID(3, 4), 2, new UUID(1, 2));

    private static Manifest manifest(long checkpoint, SplitEntry... splits) {
        return new Manifest(
                "counting",
                checkpoint,
                checkpoint - 1,
                OWNER,
                null,
                0,
                128,
                List.of(),
                List.of(new SourceEntry("numbers", List.of(splits))),
                List.of(),
                List.of());
    }

    private static String text(Manifest of, @Nullable Manifest before) {
        byte[] bytes = new LossFile("files", "files at /out", of, before, 3, List.of("one", "two")).bytes();
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** Format 1, for ever. */
    @Test
    void itSaysWhatIsLostAndWhichInputWasReadForIt() {
        Manifest before = manifest(16, new SplitEntry("a", "10", false), new SplitEntry("b", "7", true));
        Manifest of = manifest(
                17, new SplitEntry("a", "12", false), new SplitEntry("b", "7", true), new SplitEntry("c", "3", false));
        assertThat(text(of, before)).isEqualTo("""
            {"staunch":"lost","format":1,"job":"counting","sink":"files","resource":"files at /out","checkpoint":17,"epoch":3,\
            "transactions":["one","two"],"input":[{"source":"numbers","split":"a","from":"10","to":"12"},\
            {"source":"numbers","split":"c","from":null,"to":"3"}]}
            """);
    }

    @Test
    void withoutTheCheckpointBeforeItIsNotKnownFromWhereTheInputWasRead() {
        assertThat(text(manifest(17, new SplitEntry("a", "12", false)), null))
                .contains("{\"source\":\"numbers\",\"split\":\"a\",\"from\":null,\"to\":\"12\"}");
    }

    @Test
    void theNameIsOneForEachSinkAndCheckpoint() {
        assertThat(LossFile.name("to/the", manifest(17)))
                .isEqualTo("to%2fthe-checkpoint-17-00000000-0000-0001-0000-000000000002-lost.json");
    }
}
