package io.staunch.statebackend.file;

import io.staunch.environment.Disk;
import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.store.StoreClaim;
import io.staunch.store.StoreClaim.Chunk;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * A session as a job has it: claims the store, verifies what it sees, completes checkpoints that share their oldest chunk, and frees
 * what is not needed. Goes on after errors as a job does.
 */
final class ScriptedSession {
    static final Path FOLDER = Path.of("/store");
    static final String JOB = "orders";
    private static final int MOST_CLAIMS = 20;

    private final Knowledge knowledge;
    private final long segmentBytes;
    private long ids;

    ScriptedSession(Knowledge knowledge, long segmentBytes) {
        this.knowledge = knowledge;
        this.segmentBytes = segmentBytes;
    }

    FileCheckpointStore store(Disk disk) {
        return new FileCheckpointStore(disk, FOLDER, () -> new UUID(9, ++ids), segmentBytes);
    }

    /** Claims and goes through so many checkpoints, whether they complete or not. */
    void run(Disk disk, UUID attempt, int checkpoints) {
        int left = checkpoints;
        for (int claims = 0; claims < MOST_CLAIMS; claims++) {
            try (StoreClaim claim = store(disk).claim(JOB, attempt)) {
                knowledge.verify(claim);
                left = goThrough(claim, attempt, left);
            } catch (StaunchException e) {
                if (e.remedy() == Remedy.FAIL_JOB) {
                    throw e;
                }
            }
            if (left == 0) {
                return;
            }
        }
        throw new AssertionError("the store could not be used after " + MOST_CLAIMS + " claims");
    }

    /** Returns how many are left when an error asks for a new claim. */
    private int goThrough(StoreClaim claim, UUID attempt, int checkpoints) {
        long id = claim.firstId();
        for (int left = checkpoints; left > 0; left--, id++) {
            try {
                one(claim, attempt, id);
            } catch (StaunchException e) {
                if (e.remedy() != Remedy.RETRY) {
                    return e.remedy() == Remedy.RESTART_FROM_CHECKPOINT ? left - 1 : fail(e);
                }
            }
        }
        return 0;
    }

    private static int fail(StaunchException e) {
        throw e;
    }

    private void one(StoreClaim claim, UUID attempt, long id) {
        knowledge.reserve(claim, id);
        List<Chunk> chunks =
                new ArrayList<>(knowledge.newestChunks().stream().limit(1).toList());
        chunks.add(knowledge.append(claim, "chunk a of " + id));
        if (id % 2 == 0) {
            chunks.add(knowledge.append(claim, "chunk b of " + id));
        }
        knowledge.complete(claim, attempt, id, chunks.toArray(Chunk[]::new));
        knowledge.retain(claim, Set.of(id));
    }
}
