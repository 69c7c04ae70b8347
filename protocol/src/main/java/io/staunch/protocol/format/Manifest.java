package io.staunch.protocol.format;

import io.staunch.backend.KeyGroupRange;
import io.staunch.ledger.Owner;
import io.staunch.protocol.codec.Schema;
import io.staunch.protocol.prepared.PreparedToken;
import io.staunch.protocol.refused.RefusedPlace;
import io.staunch.sink.Sink;
import io.staunch.state.StateKind;
import io.staunch.store.StoreClaim.Chunk;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Everything about a checkpoint except the bytes of its state: what recovery needs in order to decide whether a pipeline can go on from
 * it, and to do so.
 *
 * @param job name of the job
 * @param checkpoint its id; 0 is the job's first, empty one
 * @param previous id of the checkpoint that it was taken on top of; null if its content begins with nothing. Ids between the two are of
 *     checkpoints that failed, or that recovery has left behind
 * @param owner the attempt that took it
 * @param parent where another lineage stood when this one replaced it; null unless this is the first checkpoint of a lineage that was begun
 *     with consent to a rewind
 * @param createdMs wall time in milliseconds since 1970, for people
 * @param keyGroups fixed at the job's first start
 * @param refused places at or behind the sources' positions whose records a sink's outside has refused
 */
public record Manifest(
        String job,
        long checkpoint,
        @Nullable Long previous,
        Owner owner,
        @Nullable Parent parent,
        long createdMs,
        int keyGroups,
        List<OperatorEntry> operators,
        List<SourceEntry> sources,
        List<SinkEntry> sinks,
        List<RefusedPlace> refused) {
    public Manifest {
        Objects.requireNonNull(job, "job");
        Objects.requireNonNull(owner, "owner");
        if (checkpoint < 0) {
            throw new IllegalArgumentException("checkpoint must not be negative, was " + checkpoint);
        }
        if (previous != null && (previous < 0 || previous >= checkpoint)) {
            throw new IllegalArgumentException(
                    "previous must be from 0 to below checkpoint " + checkpoint + ", was " + previous);
        }
        if (keyGroups < 1) {
            throw new IllegalArgumentException("keyGroups must be at least 1, was " + keyGroups);
        }
        operators = List.copyOf(operators);
        sources = List.copyOf(sources);
        sinks = List.copyOf(sinks);
        refused = List.copyOf(refused);
    }

    /** The bytes; equal for equal manifests. */
    public byte[] toBytes() {
        return ManifestCodec.write(this);
    }

    /**
     * Reads what {@link #toBytes} wrote.
     *
     * @throws io.staunch.protocol.bytes.MalformedBytesException if the bytes are no manifest
     * @throws io.staunch.error.StaunchException if a newer release wrote them
     */
    public static Manifest of(byte[] bytes) {
        return ManifestCodec.read(bytes);
    }

    /** What the ledger held of another lineage or, if it held nothing, the checkpoint that this lineage began from. */
    public record Parent(UUID lineage, long checkpoint) {
        public Parent {
            Objects.requireNonNull(lineage, "lineage");
        }
    }

    /** What kind of state an operator has. */
    public enum OperatorKind {
        KEYED,
        OPERATOR
    }

    /**
     * The state of an operator.
     *
     * @param key null unless the operator is keyed
     * @param chunks where the bytes are; those of one task in the order in which they were captured
     * @param finished whether all its tasks had come to their end
     */
    public record OperatorEntry(
            String name,
            OperatorKind kind,
            @Nullable Schema key,
            List<StateEntry> states,
            List<ChunkEntry> chunks,
            boolean finished) {
        public OperatorEntry {
            Objects.requireNonNull(name, "name");
            if ((kind == OperatorKind.KEYED) != (key != null)) {
                throw new IllegalArgumentException(
                        "operator '" + name + "' is " + kind + " and has " + (key == null ? "no key" : "a key"));
            }
            states = List.copyOf(states);
            chunks = List.copyOf(chunks);
        }
    }

    /** @param types schemas of the value or element; of a map those of key and value */
    public record StateEntry(String name, StateKind kind, List<Schema> types) {
        public StateEntry {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(kind, "kind");
            types = List.copyOf(types);
        }
    }

    /**
     * A piece of an operator's state.
     *
     * @param task that captured it
     * @param groups the key groups that it had; null if the operator is not keyed
     */
    public record ChunkEntry(int task, @Nullable KeyGroupRange groups, Chunk chunk) {
        public ChunkEntry {
            Objects.requireNonNull(chunk, "chunk");
            if (task < 0) {
                throw new IllegalArgumentException("task must not be negative, was " + task);
            }
        }
    }

    /** Where a source goes on. */
    public record SourceEntry(String name, List<SplitEntry> splits) {
        public SourceEntry {
            Objects.requireNonNull(name, "name");
            splits = List.copyOf(splits);
        }
    }

    /** @param finished whether the split had been read to its end */
    public record SplitEntry(String id, String position, boolean finished) {
        public SplitEntry {
            Objects.requireNonNull(id, "id");
            Objects.requireNonNull(position, "position");
        }
    }

    /**
     * A sink and its outside.
     *
     * @param resource identity of the outside resource; null if the sink has none
     * @param ledger identity of the resource's commit ledger; null if it has none
     * @param slot of the transaction that holds this checkpoint's output; -1 if there is none
     * @param introduced whether the ledger gets its first entry of this lineage with this checkpoint
     * @param copy what the sink writes after this checkpoint; null unless it is a follower that keeps a copy
     * @param prepared the transactions that the sink commits after this checkpoint, in order; none unless it is a follower that prepares
     */
    public record SinkEntry(
            String name,
            Sink.Kind kind,
            @Nullable String resource,
            @Nullable String ledger,
            int slot,
            boolean introduced,
            @Nullable CopyEntry copy,
            List<PreparedToken> prepared) {
        /** Of a sink that prepares nothing. */
        public SinkEntry(
                String name,
                Sink.Kind kind,
                @Nullable String resource,
                @Nullable String ledger,
                int slot,
                boolean introduced,
                @Nullable CopyEntry copy) {
            this(name, kind, resource, ledger, slot, introduced, copy, List.of());
        }

        /** Of a sink that keeps nothing in checkpoints. */
        public SinkEntry(
                String name,
                Sink.Kind kind,
                @Nullable String resource,
                @Nullable String ledger,
                int slot,
                boolean introduced) {
            this(name, kind, resource, ledger, slot, introduced, null);
        }

        public SinkEntry {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(kind, "kind");
            if (slot < -1) {
                throw new IllegalArgumentException("slot must be at least -1, was " + slot);
            }
            prepared = List.copyOf(prepared);
        }
    }

    /**
     * The write-ahead copy of one interval of a follower.
     *
     * @param type schema of the records
     * @param chunks where they are, in order
     * @param records how many there are
     * @param confirmed the newest checkpoint that the follower was certain to have written when this one was taken
     */
    public record CopyEntry(Schema type, List<Chunk> chunks, long records, long confirmed) {
        public CopyEntry {
            Objects.requireNonNull(type, "type");
            chunks = List.copyOf(chunks);
            if (records < 0 || confirmed < 0) {
                throw new IllegalArgumentException(
                        "neither records nor confirmed may be negative, were " + records + " and " + confirmed);
            }
        }
    }
}
