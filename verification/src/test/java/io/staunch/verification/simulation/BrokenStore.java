package io.staunch.verification.simulation;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.protocol.format.Manifest;
import io.staunch.runtime.plan.InFlightStates;
import io.staunch.store.CheckpointStore;
import io.staunch.store.StoreClaim;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * A store that frees older checkpoints as soon as a newer one is durable, or forgets what was prepared for a checkpoint, or what an enrichment had in flight, or sets records
 * aside too late or twice.
 */
record BrokenStore(CheckpointStore store, Break how) implements CheckpointStore {
    @Override
    public StoreClaim claim(String job, UUID attempt) {
        return new Claim(store.claim(job, attempt), how, new ArrayList<>());
    }

    @Override
    public String location() {
        return store.location();
    }

    /** @param later what is done with the next call, though it should have been done before */
    private record Claim(StoreClaim claim, Break how, List<Runnable> later) implements StoreClaim {
        private void late() {
            later.forEach(Runnable::run);
            later.clear();
        }

        @Override
        public void complete(StoredCheckpoint checkpoint) {
            late();
            if (how == Break.ASIDE_BEHIND_THE_LEDGER || how == Break.ASIDE_TWICE) {
                claim.complete(checkpoint);
                return;
            }
            if (how == Break.TOKENS_NOT_KEPT) {
                claim.complete(withoutTokens(checkpoint));
                return;
            }
            if (how == Break.IN_FLIGHT_NOT_KEPT) {
                claim.complete(withoutFlights(checkpoint));
                return;
            }
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

        private static StoredCheckpoint withoutTokens(StoredCheckpoint checkpoint) {
            Manifest all = Manifest.of(checkpoint.manifest());
            return with(
                    checkpoint,
                    all.operators(),
                    all.sinks().stream().map(Claim::withoutTokens).toList());
        }

        private static StoredCheckpoint withoutFlights(StoredCheckpoint checkpoint) {
            Manifest all = Manifest.of(checkpoint.manifest());
            return with(
                    checkpoint,
                    all.operators().stream().map(Claim::withoutFlights).toList(),
                    all.sinks());
        }

        private static StoredCheckpoint with(
                StoredCheckpoint checkpoint, List<Manifest.OperatorEntry> operators, List<Manifest.SinkEntry> sinks) {
            Manifest all = Manifest.of(checkpoint.manifest());
            var less = new Manifest(
                    all.job(),
                    all.checkpoint(),
                    all.previous(),
                    all.owner(),
                    all.parent(),
                    all.createdMs(),
                    all.keyGroups(),
                    operators,
                    all.sources(),
                    sinks,
                    all.refused());
            return new StoredCheckpoint(checkpoint.id(), checkpoint.owner(), less.toBytes(), checkpoint.chunks());
        }

        private static Manifest.OperatorEntry withoutFlights(Manifest.OperatorEntry operator) {
            boolean asks =
                    operator.states().stream().anyMatch(state -> state.name().equals(InFlightStates.RECORDS));
            return asks
                    ? new Manifest.OperatorEntry(
                            operator.name(),
                            operator.kind(),
                            operator.key(),
                            operator.states(),
                            List.of(),
                            operator.finished())
                    : operator;
        }

        private static Manifest.SinkEntry withoutTokens(Manifest.SinkEntry sink) {
            return new Manifest.SinkEntry(
                    sink.name(), sink.kind(), sink.resource(), sink.ledger(), sink.slot(), sink.introduced());
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
            late();
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
        public String setAside(String name, Iterable<byte[]> content) {
            if (how == Break.ASIDE_BEHIND_THE_LEDGER) {
                later.add(() -> claim.setAside(name, content));
                return "nowhere yet";
            }
            return claim.setAside(name, how == Break.ASIDE_TWICE ? List.of(lastTwice(content)) : content);
        }

        private static byte[] lastTwice(Iterable<byte[]> content) {
            var all = new ByteArrayOutputStream();
            content.forEach(all::writeBytes);
            List<String> lines =
                    new ArrayList<>(all.toString(StandardCharsets.UTF_8).lines().toList());
            lines.add(lines.get(lines.size() - 1));
            return (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
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
