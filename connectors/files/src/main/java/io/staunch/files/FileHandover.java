package io.staunch.files;

import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jctools.queues.SpscArrayQueue;
import org.jctools.queues.SpscUnboundedArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * What passes between a reader on its worker and its fetch agent: files to read one way, pieces of them the other way. Bounded by pieces and by
 * bytes, whichever is first. Crosses threads: two single-producer single-consumer queues, a counter, a set that is replaced as a whole and a
 * flag.
 */
final class FileHandover {
    private static final int MOST_PIECES = 16;
    private static final long MOST_BYTES = 4L << 20;

    private final SpscArrayQueue<Piece> pieces = new SpscArrayQueue<>(MOST_PIECES);
    private final SpscUnboundedArrayQueue<Assigned> assignments = new SpscUnboundedArrayQueue<>(16);
    private final AtomicLong bytes = new AtomicLong();
    private volatile Set<Integer> paused = Set.of();
    private volatile boolean closed;

    /** A file to read, and its number. */
    record Assigned(int number, FilePosition position) {}

    /** By the reader. */
    void assign(Assigned file) {
        assignments.offer(file);
    }

    /** By the agent: the next file to read, or null. */
    @Nullable
    Assigned assigned() {
        return assignments.poll();
    }

    /** By the reader: exactly these files need not be read for now. */
    void pause(Set<Integer> numbers) {
        paused = Set.copyOf(numbers);
    }

    /** By the agent. */
    Set<Integer> paused() {
        return paused;
    }

    /** By the agent: whether there is room for one more piece. */
    boolean hasRoom() {
        return bytes.get() < MOST_BYTES && pieces.size() < MOST_PIECES;
    }

    /** By the agent, which has seen that there is room. */
    void give(Piece piece) {
        bytes.addAndGet(piece.bytes().length);
        if (!pieces.offer(piece)) {
            throw new IllegalStateException("a piece was given without room for it");
        }
    }

    /** By the reader: the next piece, or null. The agent may have been waiting for it to be taken. */
    @Nullable
    Piece take() {
        Piece piece = pieces.poll();
        if (piece != null) {
            bytes.addAndGet(-piece.bytes().length);
        }
        return piece;
    }

    /** By the reader: nothing more is taken. */
    void close() {
        closed = true;
    }

    /** By the agent. */
    boolean closed() {
        return closed;
    }
}
