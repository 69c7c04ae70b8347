package io.staunch.kafka.testkit.broker;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;

/**
 * One direction of a connection through a {@link BrokerLink}. Owned by the link's thread.
 *
 * <p>What comes in is taken at once, also while nothing may go out: a client that is killed leaves nothing in its socket that could be
 * lost with it.
 */
final class LinkFlow {
    /** What happens to bytes. */
    enum Passage {
        PASS,
        HOLD,
        LOSE
    }

    /** Beyond this many bytes that wait for a slow receiver nothing more is taken. */
    private static final int MOST_WAITING = 1 << 20;

    private static final int CHUNK = 1 << 16;

    /** @param place of its first byte in the stream */
    private record Chunk(ByteBuffer bytes, long place, long dueNanos) {}

    private final SocketChannel from;
    private final SocketChannel to;
    private final ArrayDeque<Chunk> chunks = new ArrayDeque<>();
    private Passage passage;
    private long place;
    private long heldFrom = Long.MAX_VALUE;
    private long waiting;
    private boolean lost;
    private boolean ended;
    private boolean finished;

    LinkFlow(SocketChannel from, SocketChannel to, Passage passage) {
        this.from = from;
        this.to = to;
        this.passage = passage;
    }

    void divert(Passage next) {
        passage = next;
        if (next == Passage.PASS) {
            heldFrom = Long.MAX_VALUE;
        }
    }

    /** What has come. Empty also at the end of the stream. */
    ByteBuffer take() {
        ByteBuffer bytes = ByteBuffer.allocate(CHUNK);
        try {
            ended = from.read(bytes) < 0;
        } catch (IOException reset) {
            ended = true;
        }
        return bytes.flip();
    }

    /** Lets what was taken go on after a delay. */
    void give(ByteBuffer bytes, long dueNanos) {
        int length = bytes.remaining();
        if (passage == Passage.LOSE) {
            lost |= ended || length > 0;
        } else if (length > 0 && !finished) {
            chunks.add(new Chunk(bytes, place, dueNanos));
            waiting += length;
        }
        place += length;
    }

    /** What is given from now on is held back. */
    void holdFromHere() {
        heldFrom = place;
    }

    /** Gives what is due as far as the receiver takes it, and the end after the last byte. */
    void write(long now) {
        if (passage != Passage.PASS || finished) {
            return;
        }
        try {
            while (isDue(now)) {
                ByteBuffer bytes = chunks.element().bytes();
                waiting -= to.write(bytes);
                if (bytes.hasRemaining()) {
                    return;
                }
                chunks.remove();
            }
            if (ended && chunks.isEmpty() && heldFrom == Long.MAX_VALUE) {
                finished = true;
                to.shutdownOutput();
            }
        } catch (IOException gone) {
            finished = true;
            chunks.clear();
            waiting = 0;
        }
    }

    private boolean isDue(long now) {
        return mayGo() && chunks.element().dueNanos() - now <= 0;
    }

    private boolean mayGo() {
        return passage == Passage.PASS && !chunks.isEmpty() && chunks.element().place() < heldFrom;
    }

    /** Whether more may be taken: always while something is held back, since its sender must not notice. */
    boolean wantsToRead() {
        return !ended && (passage != Passage.PASS || heldFrom != Long.MAX_VALUE || waiting < MOST_WAITING);
    }

    /** Whether something could go on if the receiver took it. */
    boolean wantsToWrite(long now) {
        return !finished && isDue(now);
    }

    /** How long until the next bytes are due, in nanoseconds; {@link Long#MAX_VALUE} if none wait for that. */
    long nanosUntilDue(long now) {
        return mayGo() ? Math.max(0, chunks.element().dueNanos() - now) : Long.MAX_VALUE;
    }

    long waiting() {
        return waiting;
    }

    /** Whether bytes have vanished. */
    boolean hasLost() {
        return lost;
    }

    /** Whether nothing will go this way any more. */
    boolean isFinished() {
        return finished;
    }
}
