package io.staunch.runtime.job;

import io.staunch.store.StoreClaim.Chunk;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The write-ahead copy of one follower as far as no durable checkpoint has it: pieces that are in the store, and which of them belong to the
 * checkpoint being taken. What a checkpoint had that failed goes on to the next one. Owned by the coordinator.
 *
 * <p>The bytes of pieces stay in memory, up to a bound, for the commit that mostly follows soon; the others are read back from the store.
 */
final class CopyLog {
    /** So many bytes of a follower may be in memory besides the store. */
    private static final long IN_MEMORY = 8L << 20;

    private final Session session;
    private final List<Piece> pieces = new ArrayList<>();
    private int cut = -1;
    private long inMemory;

    /** What has become durable with a checkpoint. */
    record Durable(long checkpoint, List<Piece> pieces) {
        long records() {
            return pieces.stream().mapToLong(piece -> piece.records).sum();
        }

        long bytes() {
            return pieces.stream().mapToLong(piece -> piece.length).sum();
        }

        /** The bytes, each when it is asked for: from memory, or from the store. Any thread. */
        List<Supplier<byte[]>> read(Session session) {
            List<Supplier<byte[]>> each = new ArrayList<>();
            for (Piece piece : pieces) {
                byte[] bytes = piece.bytes;
                Chunk chunk = piece.chunk();
                each.add(bytes != null ? () -> bytes : () -> session.claim().readKept(chunk));
            }
            return each;
        }
    }

    /** A piece of the copy. */
    static final class Piece {
        private final int records;
        private final int length;
        private byte @Nullable [] bytes;
        private @Nullable Chunk stored;
        private int errorsBefore;

        private Piece(byte[] bytes, int records) {
            this.bytes = bytes;
            this.length = bytes.length;
            this.records = records;
        }

        Chunk chunk() {
            if (stored == null) {
                throw new IllegalStateException("a piece of a write-ahead copy is not in the store");
            }
            return stored;
        }
    }

    CopyLog(Session session) {
        this.session = session;
    }

    /** One more piece; {@link #store} brings it into the store. */
    void add(ByteBuffer chunk, int records) {
        byte[] bytes = new byte[chunk.remaining()];
        chunk.get(bytes);
        pieces.add(new Piece(bytes, records));
    }

    /**
     * Brings all pieces into the store that are not there, or may have been lost there.
     *
     * @return how many were not there before
     * @throws io.staunch.error.StaunchException with {@code RETRY} if the store can't take them now
     */
    int store() {
        int fresh = 0;
        for (Piece piece : pieces) {
            if (piece.stored != null && piece.errorsBefore == session.passedErrors()) {
                continue;
            }
            boolean isFresh = piece.stored == null;
            if (piece.bytes == null) {
                // Not lost if it can be read; if it is, this execution is given up.
                session.read(piece.chunk());
            } else {
                piece.stored = session.append(ByteBuffer.wrap(piece.bytes));
            }
            piece.errorsBefore = session.passedErrors();
            if (isFresh) {
                fresh++;
                forgetIfMany(piece);
            }
        }
        return fresh;
    }

    private void forgetIfMany(Piece piece) {
        if (inMemory + piece.length > IN_MEMORY) {
            piece.bytes = null;
        } else {
            inMemory += piece.length;
        }
    }

    /** The barrier of the checkpoint being taken is behind all pieces so far. */
    void cut() {
        cut = pieces.size();
    }

    /** Whether it is: what comes is of the checkpoint after the one being taken. */
    boolean isCut() {
        return cut >= 0;
    }

    /** The checkpoint has failed. */
    void abandoned() {
        cut = -1;
    }

    /** What belongs to the checkpoint being taken; all of it is in the store. */
    List<Chunk> chunks() {
        return pieces.subList(0, upTo()).stream().map(Piece::chunk).toList();
    }

    /** How many records those are. */
    long records() {
        return pieces.subList(0, upTo()).stream()
                .mapToLong(piece -> piece.records)
                .sum();
    }

    private int upTo() {
        if (cut < 0) {
            throw new IllegalStateException("the follower has not seen the barrier of this checkpoint");
        }
        return cut;
    }

    /** The checkpoint is durable: takes what belongs to it. */
    Durable durable(long checkpoint) {
        List<Piece> before = pieces.subList(0, upTo());
        var durable = new Durable(checkpoint, List.copyOf(before));
        before.clear();
        cut = -1;
        return durable;
    }

    /** That is committed: its bytes are not needed any more. */
    void committed(Durable durable) {
        for (Piece piece : durable.pieces()) {
            inMemory -= piece.bytes == null ? 0 : piece.length;
        }
    }

    /** Bytes that no durable checkpoint has. */
    long openBytes() {
        return pieces.stream().mapToLong(piece -> piece.length).sum();
    }
}
