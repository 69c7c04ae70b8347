package io.staunch.statebackend.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.ledger.Owner;
import io.staunch.store.StoreClaim;
import io.staunch.store.StoreClaim.Chunk;
import io.staunch.store.StoreClaim.StoredCheckpoint;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;

/** What the users of one store were told by it, over all their lives, and what it therefore must and must not hold. */
final class Knowledge {
    private final NavigableMap<Long, StoredCheckpoint> complete = new TreeMap<>();
    private final Map<Long, StoredCheckpoint> inDoubt = new HashMap<>();
    private final Set<Long> refused = new HashSet<>();
    private final Set<Long> mustHave = new TreeSet<>();
    private final Map<Chunk, byte[]> chunks = new HashMap<>();
    private long highestUsed = -1;

    /** Appends a chunk and remembers its bytes. */
    Chunk append(StoreClaim claim, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        Chunk chunk = claim.append(ByteBuffer.wrap(bytes));
        chunks.put(chunk, bytes);
        return chunk;
    }

    void reserve(StoreClaim claim, long id) {
        claim.reserve(id);
        assertThat(id).as("an id that nobody used before").isGreaterThan(highestUsed);
        highestUsed = id;
    }

    void complete(StoreClaim claim, UUID attempt, long id, Chunk... refersTo) {
        var owner = new Owner(attempt, claim.epoch(), claim.lineage());
        byte[] manifest = ("manifest " + id + " of epoch " + claim.epoch()).getBytes(StandardCharsets.UTF_8);
        var checkpoint = new StoredCheckpoint(id, owner, manifest, List.of(refersTo));
        inDoubt.put(id, checkpoint);
        try {
            claim.complete(checkpoint);
        } catch (StaunchException e) {
            if (e.remedy() == Remedy.RETRY) {
                inDoubt.remove(id);
                refused.add(id);
            }
            throw e;
        }
        inDoubt.remove(id);
        settle(checkpoint);
    }

    void retain(StoreClaim claim, Set<Long> ids) {
        mustHave.removeIf(id -> id.longValue() != complete.lastKey() && !ids.contains(id));
        claim.retain(ids);
    }

    /** What a new claim sees is what it must see. Every doubt ends here. */
    void verify(StoreClaim claim) {
        Set<Long> listed = new TreeSet<>();
        for (StoredCheckpoint found : claim.completed()) {
            long id = found.id();
            listed.add(id);
            assertThat(refused)
                    .as("checkpoints that were refused, of which %s is there", id)
                    .doesNotContain(id);
            StoredCheckpoint told = complete.getOrDefault(id, inDoubt.get(id));
            assertThat(told)
                    .as("checkpoint %s was completed or may have been", id)
                    .isNotNull();
            assertThat(found.owner()).isEqualTo(told.owner());
            assertThat(found.manifest()).isEqualTo(told.manifest());
            assertThat(found.chunks()).isEqualTo(told.chunks());
            for (Chunk chunk : found.chunks()) {
                assertThat(claim.read(chunk))
                        .as("%s of checkpoint %s", chunk, id)
                        .isEqualTo(chunks.get(chunk));
            }
        }
        assertThat(listed).as("complete checkpoints").containsAll(mustHave);
        assertThat(claim.firstId()).as("an id that nobody used before").isGreaterThan(highestUsed);
        for (StoredCheckpoint doubtful : List.copyOf(inDoubt.values())) {
            if (listed.contains(doubtful.id())) {
                settle(doubtful);
            } else {
                refused.add(doubtful.id());
            }
        }
        inDoubt.clear();
    }

    private void settle(StoredCheckpoint checkpoint) {
        complete.put(checkpoint.id(), checkpoint);
        mustHave.add(checkpoint.id());
    }

    boolean hasComplete() {
        return !complete.isEmpty();
    }

    long newest() {
        return complete.lastKey();
    }

    /** The chunks of the newest complete checkpoint. */
    List<Chunk> newestChunks() {
        return complete.isEmpty() ? List.of() : complete.lastEntry().getValue().chunks();
    }
}
