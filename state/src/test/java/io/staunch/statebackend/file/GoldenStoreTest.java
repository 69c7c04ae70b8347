package io.staunch.statebackend.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.error.RefusedException;
import io.staunch.ledger.Owner;
import io.staunch.statebackend.disk.LocalDisk;
import io.staunch.store.StoreClaim;
import io.staunch.store.StoreClaim.Chunk;
import io.staunch.store.StoreClaim.StoredCheckpoint;
import io.staunch.testkit.golden.GoldenFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Segments of every format that was ever written are read. */
class GoldenStoreTest {
    private static final UUID FIRST = new UUID(1, 1);
    private static final UUID SECOND = new UUID(2, 2);
    private static final UUID LINEAGE = new UUID(9, 9);
    private static final String OLDER = "0000000001-0000.log";
    private static final String NEWER = "0000000002-0000.log";

    @TempDir
    Path folder;

    private static StoreClaim claim(Path folder, UUID attempt) {
        return new FileCheckpointStore(new LocalDisk(), folder, () -> LINEAGE, 1 << 20).claim("orders", attempt);
    }

    private static Chunk append(StoreClaim claim, String text) {
        return claim.append(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static void complete(StoreClaim claim, UUID attempt, long id, List<Chunk> chunks) {
        byte[] manifest = ("manifest " + id).getBytes(StandardCharsets.UTF_8);
        claim.complete(new StoredCheckpoint(id, new Owner(attempt, claim.epoch(), claim.lineage()), manifest, chunks));
    }

    /** Two epochs; the newest checkpoint refers to a chunk in both. */
    private static void write(Path folder) {
        Chunk kept;
        try (StoreClaim claim = claim(folder, FIRST)) {
            claim.reserve(0);
            kept = append(claim, "kept chunk");
            complete(claim, FIRST, 0, List.of(kept, append(claim, "other chunk")));
        }
        try (StoreClaim claim = claim(folder, SECOND)) {
            claim.reserve(101);
            complete(claim, SECOND, 101, List.of(kept, append(claim, "new chunk")));
            claim.retain(Set.of(101L));
            claim.reserve(102);
        }
    }

    private void bringGolden() throws IOException {
        Path today = folder.resolve("today");
        write(today);
        Files.createDirectories(folder.resolve("golden"));
        for (String file : List.of(OLDER, NEWER)) {
            byte[] written = Files.readAllBytes(today.resolve(file));
            byte[] golden = GoldenFiles.read(getClass(), "v1/store/" + file, () -> written);
            assertThat(written).isEqualTo(golden);
            Files.write(folder.resolve("golden").resolve(file), golden);
        }
    }

    @Test
    void aStoreOfFormat1IsRead() throws IOException {
        bringGolden();
        try (StoreClaim claim = claim(folder.resolve("golden"), new UUID(3, 3))) {
            assertThat(claim.epoch()).isEqualTo(3);
            assertThat(claim.lineage()).isEqualTo(LINEAGE);
            assertThat(claim.firstId()).isGreaterThan(102);
            StoredCheckpoint newest = claim.completed().get(claim.completed().size() - 1);
            assertThat(newest.id()).isEqualTo(101);
            assertThat(newest.owner()).isEqualTo(new Owner(SECOND, 2, LINEAGE));
            assertThat(newest.manifest()).asString().isEqualTo("manifest 101");
            assertThat(newest.chunks().stream()
                            .map(claim::read)
                            .map(bytes -> new String(bytes, StandardCharsets.UTF_8)))
                    .containsExactly("kept chunk", "new chunk");
        }
    }

    @Test
    void aSegmentOfANewerFormatIsRefusedByName() throws IOException {
        bringGolden();
        Path newest = folder.resolve("golden").resolve(NEWER);
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(newest));
        FrameHead head = FrameHead.decode(bytes, 0, 0);
        assertThat(head).isNotNull();
        bytes.putInt(FrameHead.SIZE, 2);
        FrameHead.of(head.type(), 0, bytes.slice(FrameHead.SIZE, head.length()), head.durable())
                .encode(bytes);
        Files.write(newest, bytes.array());
        assertThatThrownBy(() -> claim(folder.resolve("golden"), new UUID(3, 3)))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("file " + NEWER + " has format version 2, this build of Staunch reads version 1."
                        + " Run the job with the build that wrote it, or a newer one.");
    }
}
