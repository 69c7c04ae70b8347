package io.staunch.verification.simulation;

import io.staunch.Job;
import io.staunch.Pipeline;
import io.staunch.Runner;
import io.staunch.Settings;
import io.staunch.environment.Environment;
import io.staunch.error.StaunchException;
import io.staunch.observe.JobListener;
import io.staunch.observe.ProtocolEvent;
import io.staunch.observe.ProtocolStep;
import io.staunch.runtime.job.EmbeddedRunner;
import io.staunch.store.CheckpointStore;
import io.staunch.store.StoreClaim;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiFunction;

/**
 * A store of which the checkpoint that the lead's ledger names is read whole whenever one was completed or freed, as long as its claim is the
 * newest: it must be there until the ledger names a newer one.
 */
record WatchedStore(CheckpointStore store, Named named) implements CheckpointStore {
    /** Runs jobs with a lead over such a store. */
    static Runner runner(BiFunction<Environment, Path, CheckpointStore> stores) {
        return new Runner() {
            @Override
            public Job launch(Pipeline pipeline, Settings settings, Environment environment) {
                var named = new Named();
                return new EmbeddedRunner((world, folder) -> new WatchedStore(stores.apply(world, folder), named))
                        .launch(pipeline, settings.listener(named), environment);
            }

            @Override
            public Environment environment() {
                throw new UnsupportedOperationException("runs in simulations only");
            }
        };
    }

    /** What the ledger names, as far as one process knows. */
    static final class Named implements JobListener {
        private long checkpoint = -1;

        @Override
        public void on(ProtocolEvent event) {
            if (event.step() == ProtocolStep.RESTORED || event.step() == ProtocolStep.COMMITTED) {
                checkpoint = event.checkpoint();
            } else if (event.step() == ProtocolStep.RESTARTING) {
                checkpoint = -1;
            }
        }
    }

    @Override
    public StoreClaim claim(String job, UUID attempt) {
        StoreClaim claim = store.claim(job, attempt);
        Map<Long, StoreClaim.StoredCheckpoint> kept = new HashMap<>();
        claim.completed().forEach(c -> kept.put(c.id(), c));
        return new Claim(claim, named, kept);
    }

    @Override
    public String location() {
        return store.location();
    }

    private record Claim(StoreClaim claim, Named named, Map<Long, StoredCheckpoint> kept) implements StoreClaim {
        @Override
        public void complete(StoredCheckpoint checkpoint) {
            claim.complete(checkpoint);
            kept.put(checkpoint.id(), checkpoint);
            readNamed();
        }

        @Override
        public void retain(Set<Long> checkpoints) {
            claim.retain(checkpoints);
            readNamed();
        }

        private void readNamed() {
            StoredCheckpoint checkpoint = kept.get(named.checkpoint);
            if (checkpoint == null) {
                return;
            }
            try {
                checkpoint.chunks().forEach(claim::read);
            } catch (StaunchException e) {
                if (claim.newest()) {
                    throw new AssertionError(
                            "I6: checkpoint " + checkpoint.id() + " can't be read, and the ledger names it", e);
                }
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
        public String setAside(String name, Iterable<byte[]> content) {
            return claim.setAside(name, content);
        }

        @Override
        public void takeBack(String name) {
            claim.takeBack(name);
        }

        @Override
        public void close() {
            claim.close();
        }
    }
}
