package io.staunch.statebackend.file;

import io.staunch.statebackend.file.SegmentScan.Counted;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides which frames of a segment count. Used for the newest segment alone, whose end nobody has measured: its valid length is
 * known for every older one.
 *
 * <p>Frames count up to the first that is unreadable. That one is a torn tail, unless a frame anywhere behind it says that what is
 * unreadable was durable: then it was damaged later, and that is an error. Of what is not known to be durable, the bodies of chunks are
 * verified too, since a disk may keep a manifest and lose the chunks before it.
 */
final class SegmentScanner {
    private static final int STEP = 1 << 16;

    private final SegmentName name;
    private final SegmentBytes bytes;
    private final StoreErrors errors;
    private final List<Counted> counted = new ArrayList<>();
    private final Deque<FrameHead> unsettledChunks = new ArrayDeque<>();
    private long durable;

    SegmentScanner(SegmentName name, SegmentBytes bytes, StoreErrors errors) {
        this.name = name;
        this.bytes = bytes;
        this.errors = errors;
    }

    SegmentScan scan() throws IOException {
        long at = 0;
        while (at < bytes.length()) {
            FrameHead frame = intact(at);
            if (frame == null) {
                refuseDamage(at);
                break;
            }
            take(frame);
            at = frame.end();
        }
        cutAtUnreadableChunk();
        if (counted.isEmpty()) {
            return new SegmentScan(name, null, List.of(), 0, 0);
        }
        Counted last = counted.get(counted.size() - 1);
        return new SegmentScan(
                name,
                header(counted.get(0)),
                counted.subList(1, counted.size()),
                last.head().end(),
                durable);
    }

    /** The frame at an offset, or null if it is not whole. The bodies of chunks are not looked at. */
    private @Nullable FrameHead intact(long at) throws IOException {
        FrameHead head = FrameHead.decode(bytes.at(at, FrameHead.SIZE), 0, at);
        if (head == null || head.end() > bytes.length()) {
            return null;
        }
        return head.type() == FrameType.CHUNK || bodyIntact(head) ? head : null;
    }

    private boolean bodyIntact(FrameHead head) throws IOException {
        ByteBuffer body = bytes.at(head.bodyOffset(), head.length());
        return body.remaining() == head.length() && FrameHead.checksum(body) == head.checksum();
    }

    private ByteBuffer body(FrameHead head) throws IOException {
        byte[] copy = new byte[head.length()];
        bytes.at(head.bodyOffset(), head.length()).get(copy);
        return ByteBuffer.wrap(copy);
    }

    private void take(FrameHead frame) throws IOException {
        durable = Math.max(durable, frame.durable());
        while (!unsettledChunks.isEmpty() && unsettledChunks.getFirst().end() <= durable) {
            unsettledChunks.removeFirst();
        }
        if ((frame.type() == FrameType.HEADER) != (frame.offset() == 0)) {
            throw errors.damaged(
                    name, frame.offset(), frame.offset() == 0 ? "a header" : "no second header", "a " + frame.type());
        }
        switch (frame.type()) {
            case HEADER, MANIFEST, RESERVE, RELEASE -> counted.add(new Counted(frame, body(frame)));
            case CHUNK -> unsettledChunks.addLast(frame);
            case MARK -> {
                // Has said all by its durable length.
            }
            case VOID -> counted.removeIf(c -> c.head().offset() >= frame.durable());
        }
    }

    private void cutAtUnreadableChunk() throws IOException {
        for (FrameHead chunk : unsettledChunks) {
            if (chunk.end() > durable && !bodyIntact(chunk)) {
                counted.removeIf(c -> c.head().offset() > chunk.offset());
                return;
            }
        }
    }

    /** Throws if any frame behind an unreadable one says that it was durable. */
    private void refuseDamage(long at) throws IOException {
        for (long from = at + 1; from < bytes.length(); from += STEP) {
            ByteBuffer window = bytes.at(from, STEP + FrameHead.SIZE - 1);
            int heads = Math.min(STEP, window.limit() - FrameHead.SIZE + 1);
            for (int i = 0; i < heads; i++) {
                FrameHead later = FrameHead.decode(window, i, from + i);
                if (later != null && later.durable() > at) {
                    throw errors.damaged(
                            name,
                            at,
                            "an intact frame, since a " + later.type() + " frame at offset " + later.offset()
                                    + " says that all before offset " + later.durable() + " was durable",
                            "one with a wrong checksum");
                }
            }
        }
    }

    private SegmentHeader header(Counted first) {
        SegmentHeader header = errors.decodeHeader(name, first.body());
        if (!header.name().equals(name)) {
            throw errors.damaged(name, 0, "its own header", "that of " + header.name() + " (a copied or renamed file)");
        }
        return header;
    }
}
