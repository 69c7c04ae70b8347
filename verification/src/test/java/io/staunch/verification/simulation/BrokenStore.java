package io.staunch.verification.simulation;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.store.CheckpointStore;
import io.staunch.store.StoreClaim;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** A store that frees older checkpoints as soon as a newer one is durable. */
record BrokenStore(CheckpointStore store) implements CheckpointStore {
    @Override
    public StoreClaim claim(String job, UUID attempt) {
        return new Claim(store.claim(job, attempt));
    }

    @Override
    public String location() {
        return store.location();
    }

    private record Claim(StoreClaim claim) implements StoreClaim {
        @Override
        public void complete(StoredCheckpoint checkpoint) {
            claim.complete(checkpoint);
            try {
                claim.retain(Set.of(checkpoint.id()));
            } catch (StaunchException e) {
                if (e.remedy() != Remedy.RETRY) {
                    throw e;
                }
                // Freeing is tried again with the next one; this one is complete all the same.
            }
        }

        @Override
        public long epoch() {
            return claim.epoch();
        }

        @Override
        public UUID lineage() {
            return claim.lineage();
        }

        @Override
        public Set<UUID> attempts() {
            return claim.attempts();
        }

        @Override
        public List<StoredCheckpoint> completed() {
            return claim.completed();
        }

        @Override
        public long firstId() {
            return claim.firstId();
        }

        @Override
        public void reserve(long id) {
            claim.reserve(id);
        }

        @Override
        public boolean newest() {
            return claim.newest();
        }

        @Override
        public Chunk append(ByteBuffer bytes) {
            return claim.append(bytes);
        }

        @Override
        public byte[] read(Chunk chunk) {
            return claim.read(chunk);
        }

        @Override
        public byte[] readKept(Chunk chunk) {
            return claim.readKept(chunk);
        }

        @Override
        public void retain(Set<Long> checkpoints) {
            claim.retain(checkpoints);
        }

        @Override
        public void close() {
            claim.close();
        }
    }
}
