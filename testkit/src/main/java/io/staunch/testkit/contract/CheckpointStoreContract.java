package io.staunch.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.staunch.error.StaleOwnerException;
import io.staunch.error.StaunchException;
import io.staunch.ledger.Owner;
import io.staunch.store.CheckpointStore;
import io.staunch.store.StoreClaim;
import io.staunch.store.StoreClaim.Chunk;
import io.staunch.store.StoreClaim.StoredCheckpoint;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

/** What every {@link CheckpointStore} does. */
public abstract class CheckpointStoreContract {
    private static final String JOB = "orders";
    private static final UUID FIRST = new UUID(1, 1);
    private static final UUID SECOND = new UUID(2, 2);

    /**
     * The store as one more process opens it: during one test all calls lead to the same place, which is empty at first. If the store
     * takes a lock, it does not exclude these processes from each other: they run on two machines.
     */
    protected abstract CheckpointStore store();

    /** Whether a claim may be used by several threads as its contract says; a simulation has but one. */
    protected boolean threads() {
        return true;
    }

    @Test
    protected void aStoreThatWasNeverUsedIsEmptyAndBeginsWithEpochOneAndCheckpointZero() {
        try (StoreClaim claim = store().claim(JOB, FIRST)) {
            assertEquals(1, claim.epoch());
            assertEquals(0, claim.firstId());
            assertEquals(List.of(), claim.completed());
            assertTrue(claim.newest());
        }
    }

    @Test
    protected void aCompletedCheckpointIsFoundByTheNextClaimWithAllItsChunks() {
        Chunk small;
        Chunk large;
        UUID lineage;
        try (StoreClaim claim = store().claim(JOB, FIRST)) {
            small = claim.append(bytes("a chunk"));
            large = claim.append(ByteBuffer.wrap(largeBytes()));
            complete(claim, FIRST, 0, small, large);
            lineage = claim.lineage();
        }
        try (StoreClaim claim = store().claim(JOB, SECOND)) {
            assertEquals(1, claim.completed().size());
            StoredCheckpoint found = claim.completed().get(0);
            assertEquals(0, found.id());
            assertEquals(new Owner(FIRST, 1, lineage), found.owner());
            assertArrayEquals(manifest(0), found.manifest());
            assertEquals(List.of(small, large), found.chunks());
            assertArrayEquals(bytes("a chunk").array(), claim.read(small));
            assertArrayEquals(largeBytes(), claim.read(large));
        }
    }

    /** {@link StoreClaim#readKept}: by any thread, while the claim is in use. */
    @Test
    protected void aKeptChunkIsReadByAnotherThreadWhileTheClaimGoesOn() throws Exception {
        try (StoreClaim claim = store().claim(JOB, FIRST)) {
            Chunk chunk = claim.append(bytes("kept"));
            complete(claim, FIRST, 0, chunk);
            var read = new FutureTask<>(() -> claim.readKept(chunk));
            var reader = new Thread(read, "reader");
            if (threads()) {
                reader.start();
            } else {
                read.run();
            }
            for (int id = 1; id <= 20; id++) {
                claim.append(bytes("more"));
                complete(claim, FIRST, id);
                claim.retain(Set.of(0L, (long) id));
            }
            assertArrayEquals(bytes("kept").array(), read.get());
            assertArrayEquals(bytes("kept").array(), claim.readKept(chunk));
        }
    }

    /** {@link StoreClaim#setAside}: kept by no checkpoint, freed with none, and deleted by name, also by a later claim. */
    @Test
    protected void whatIsSetAsideStaysBesideTheCheckpointsUntilItIsTakenBack() {
        String name = "totals-checkpoint-1.jsonl";
        String place;
        try (StoreClaim claim = store().claim(JOB, FIRST)) {
            complete(claim, FIRST, 0);
            place = claim.setAside(
                    name, List.of(bytes("one ").array(), bytes("two").array()));
            assertTrue(place.contains(name), place);
            assertEquals(place, claim.setAside(name, List.of(bytes("again").array())));
            for (int id = 1; id <= 5; id++) {
                complete(claim, FIRST, id);
                claim.retain(Set.of((long) id));
            }
        }
        try (StoreClaim claim = store().claim(JOB, SECOND)) {
            assertTrue(ids(claim).contains(5L), ids(claim).toString());
            claim.takeBack("another-checkpoint-1.jsonl");
            claim.takeBack(name);
            claim.takeBack(name);
            assertEquals(place, claim.setAside(name, List.of()));
        }
        try (StoreClaim claim = store().claim(JOB, FIRST)) {
            assertTrue(ids(claim).contains(5L), ids(claim).toString());
            complete(claim, FIRST, claim.firstId());
        }
    }

    @Test
    protected void contentThatFailsIsPassedOnAndTheClaimGoesOn() {
        try (StoreClaim claim = store().claim(JOB, FIRST)) {
            IllegalStateException thrown = assertThrows(
                    IllegalStateException.class,
                    () -> claim.setAside("totals-checkpoint-1.jsonl", () -> {
                        throw new IllegalStateException("for the test");
                    }));
            assertEquals("for the test", thrown.getMessage());
            assertThrows(IllegalArgumentException.class, () -> claim.setAside("../elsewhere", List.of()));
            complete(claim, FIRST, 0);
        }
    }

    /** One that has been replaced neither sets aside nor takes back. */
    @Test
    protected void aStaleClaimSetsNothingAside() {
        String name = "totals-checkpoint-1.jsonl";
        try (StoreClaim stale = store().claim(JOB, FIRST)) {
            stale.setAside(name, List.of());
            try (StoreClaim claim = store().claim(JOB, SECOND)) {
                assertThrows(StaleOwnerException.class, () -> stale.setAside(name, List.of()));
                assertThrows(StaleOwnerException.class, () -> stale.takeBack(name));
                claim.takeBack(name);
            }
        }
    }

    @Test
    protected void severalCheckpointsAreFoundOldestFirstOverSeveralClaims() {
        long second;
        try (StoreClaim claim = store().claim(JOB, FIRST)) {
            complete(claim, FIRST, 0);
            complete(claim, FIRST, 1);
        }
        try (StoreClaim claim = store().claim(JOB, SECOND)) {
            second = claim.firstId();
            complete(claim, SECOND, second);
        }
        try (StoreClaim claim = store().claim(JOB, FIRST)) {
            assertEquals(List.of(0L, 1L, second), ids(claim));
            assertEquals(2, claim.completed().get(2).owner().epoch());
            assertEquals(3, claim.epoch());
            assertEquals(Set.of(FIRST, SECOND), claim.attempts());
        }
    }

    @Test
    protected void whatWasNotCompletedIsForgotten() {
        try (StoreClaim claim = store().claim(JOB, FIRST)) {
            complete(claim, FIRST, 0);
            claim.append(bytes("of a checkpoint that never completes"));
        }
        try (StoreClaim claim = store().claim(JOB, SECOND)) {
            assertEquals(List.of(0L), ids(claim));
        }
    }

    @Test
    protected void anIdIsNeverHandedOutTwiceEvenIfItsCheckpointNeverCompleted() {
        try (StoreClaim claim = store().claim(JOB, FIRST)) {
            complete(claim, FIRST, 0);
            claim.reserve(1);
            claim.reserve(5000);
        }
        long afterReservation;
        try (StoreClaim claim = store().claim(JOB, SECOND)) {
            afterReservation = claim.firstId();
            assertTrue(afterReservation > 5000, () -> "first id " + afterReservation);
            claim.reserve(afterReservation);
        }
        try (StoreClaim claim = store().claim(JOB, FIRST)) {
            assertTrue(claim.firstId() > afterReservation, () -> "first id " + claim.firstId());
        }
    }

    @Test
    protected void theLineageIsThatOfTheNewestCompleteCheckpointAndOtherwiseNew() {
        var rewound = new UUID(7, 7);
        UUID first;
        try (StoreClaim claim = store().claim(JOB, FIRST)) {
            first = claim.lineage();
        }
        try (StoreClaim claim = store().claim(JOB, SECOND)) {
            assertNotEquals(first, claim.lineage());
            long id = claim.firstId();
            claim.reserve(id);
            claim.complete(
                    new StoredCheckpoint(id, new Owner(SECOND, claim.epoch(), rewound), manifest(id), List.of()));
        }
        try (StoreClaim claim = store().claim(JOB, FIRST)) {
            assertEquals(rewound, claim.lineage());
        }
    }

    @Test
    protected void aChunkIsReadAsItWasWrittenAtOnceAndItsBufferIsLeftAsItWas() {
        try (StoreClaim claim = store().claim(JOB, FIRST)) {
            ByteBuffer part = bytes("xxx the middle xxx").position(4).limit(14);
            Chunk chunk = claim.append(part);
            assertEquals(4, part.position());
            assertEquals(14, part.limit());
            assertEquals("the middle", new String(claim.read(chunk), StandardCharsets.UTF_8));
            assertEquals(0, claim.read(claim.append(ByteBuffer.allocate(0))).length);
            assertEquals("the middle", new String(claim.read(chunk), StandardCharsets.UTF_8));
        }
    }

    @Test
    protected void anOlderClaimCompletesNothingMore() {
        try (StoreClaim older = store().claim(JOB, FIRST)) {
            complete(older, FIRST, 0);
            try (StoreClaim newer = store().claim(JOB, SECOND)) {
                assertFalse(older.newest());
                assertTrue(newer.newest());
                assertThrows(StaleOwnerException.class, () -> complete(older, FIRST, 1));
                assertEquals(List.of(0L), ids(newer));
            }
        }
        try (StoreClaim next = store().claim(JOB, SECOND)) {
            assertEquals(List.of(0L), ids(next));
        }
    }

    @Test
    protected void anOlderClaimFreesNothingMore() {
        try (StoreClaim older = store().claim(JOB, FIRST)) {
            Chunk first = older.append(ByteBuffer.wrap(largeBytes()));
            complete(older, FIRST, 0, first);
            for (int id = 1; id < 5; id++) {
                complete(older, FIRST, id, older.append(ByteBuffer.wrap(largeBytes())));
            }
            try (StoreClaim newer = store().claim(JOB, SECOND)) {
                assertThrows(StaleOwnerException.class, () -> older.retain(Set.of(4L)));
                assertArrayEquals(largeBytes(), newer.read(first));
            }
        }
    }

    @Test
    protected void keptCheckpointsAndTheNewestStayReadableAndOthersAreNotListedHalf() {
        Chunk longAgo;
        try (StoreClaim claim = store().claim(JOB, FIRST)) {
            longAgo = claim.append(ByteBuffer.wrap(largeBytes()));
            complete(claim, FIRST, 0, longAgo);
            for (int id = 1; id < 20; id++) {
                complete(claim, FIRST, id, longAgo, claim.append(ByteBuffer.wrap(largeBytes())));
                claim.retain(Set.of(3L));
            }
        }
        try (StoreClaim claim = store().claim(JOB, SECOND)) {
            assertTrue(ids(claim).containsAll(List.of(3L, 19L)), () -> "kept " + ids(claim));
            for (StoredCheckpoint checkpoint : claim.completed()) {
                checkpoint.chunks().forEach(chunk -> assertArrayEquals(largeBytes(), claim.read(chunk)));
            }
            claim.retain(Set.of());
            assertArrayEquals(largeBytes(), claim.read(longAgo));
        }
    }

    @Test
    protected void aChunkOutlivesCleanUpUntilTwoCheckpointsWereCompletedWithoutIt() {
        try (StoreClaim claim = store().claim(JOB, FIRST)) {
            complete(claim, FIRST, 0);
            Chunk early = claim.append(ByteBuffer.wrap(largeBytes()));
            complete(claim, FIRST, 1, claim.append(ByteBuffer.wrap(largeBytes())));
            claim.retain(Set.of());
            assertArrayEquals(largeBytes(), claim.read(early));
            complete(claim, FIRST, 2, early);
            claim.retain(Set.of());
            assertArrayEquals(largeBytes(), claim.read(early));
        }
    }

    @Test
    protected void aCheckpointOfAnotherOwnerOrAnUnfitIdIsRefusedAndTheClaimGoesOn() {
        try (StoreClaim claim = store().claim(JOB, FIRST)) {
            complete(claim, FIRST, 0);
            complete(claim, FIRST, 2);
            assertThrows(IllegalArgumentException.class, () -> complete(claim, SECOND, 3));
            assertThrows(IllegalArgumentException.class, () -> complete(claim, FIRST, 2));
            assertThrows(IllegalArgumentException.class, () -> complete(claim, FIRST, 1));
            assertThrows(IllegalStateException.class, () -> claim.complete(checkpoint(claim, FIRST, 9999)));
            complete(claim, FIRST, 3);
        }
        try (StoreClaim claim = store().claim(JOB, SECOND)) {
            assertEquals(List.of(0L, 2L, 3L), ids(claim));
        }
    }

    @Test
    protected void aStoreOfAnotherJobIsRefusedAndNotTouched() {
        try (StoreClaim claim = store().claim(JOB, FIRST)) {
            complete(claim, FIRST, 0);
            var refusal = assertThrows(StaunchException.class, () -> store().claim("payments", SECOND));
            assertTrue(refusal.getMessage().contains(JOB), refusal::getMessage);
            assertTrue(refusal.getMessage().contains("payments"), refusal::getMessage);
            assertTrue(claim.newest());
        }
    }

    @Test
    protected void aClaimThatWasClosedIsNotUsedAnyMoreAndMayBeClosedTwice() {
        StoreClaim claim = store().claim(JOB, FIRST);
        claim.close();
        claim.close();
        assertThrows(IllegalStateException.class, claim::newest);
        assertThrows(IllegalStateException.class, () -> claim.append(bytes("late")));
    }

    private static void complete(StoreClaim claim, UUID attempt, long id, Chunk... chunks) {
        claim.reserve(id);
        claim.complete(checkpoint(claim, attempt, id, chunks));
    }

    private static StoredCheckpoint checkpoint(StoreClaim claim, UUID attempt, long id, Chunk... chunks) {
        return new StoredCheckpoint(
                id, new Owner(attempt, claim.epoch(), claim.lineage()), manifest(id), List.of(chunks));
    }

    private static List<Long> ids(StoreClaim claim) {
        return claim.completed().stream().map(StoredCheckpoint::id).toList();
    }

    private static byte[] manifest(long id) {
        return ("manifest of " + id).getBytes(StandardCharsets.UTF_8);
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Enough that a store which writes in segments is tested with small ones. */
    private static byte[] largeBytes() {
        byte[] bytes = new byte[100_000];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (i * 31);
        }
        return bytes;
    }
}
