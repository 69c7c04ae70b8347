package io.staunch.statebackend.file;

import io.staunch.environment.DiskFile;
import io.staunch.environment.DiskFolder;
import io.staunch.error.StaunchException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Appends frames to the segments of one epoch. A segment whose sync has failed is never trusted again: what was not durable in it may be
 * gone although a later sync succeeds, so writing goes on in a new segment, whose header says how much of the old one counts. Used by one
 * thread.
 */
final class EpochLog {
    private final DiskFolder folder;
    private final long segmentBytes;
    private final Function<SegmentName, SegmentHeader> headers;

    private @Nullable DiskFile file;
    private SegmentName name;
    private long end;
    private long durable;
    private boolean spoilt;

    /**
     * @param claimed the epoch's first file, created already
     * @param headers makes the header of a segment from what is known at that moment
     */
    EpochLog(
            DiskFolder folder,
            long segmentBytes,
            SegmentName name,
            DiskFile claimed,
            Function<SegmentName, SegmentHeader> headers) {
        this.folder = folder;
        this.segmentBytes = segmentBytes;
        this.name = name;
        this.file = claimed;
        this.headers = headers;
    }

    SegmentName name() {
        return name;
    }

    /** How many bytes of the present segment are known to be durable. */
    long durable() {
        return durable;
    }

    /** Writes the header of the epoch's first segment and makes it durable. */
    void writeHeader() throws IOException {
        append(FrameType.HEADER, headers.apply(name).encode());
        sync();
    }

    /** Goes on in a new segment if the present one is long or spoilt. */
    void rollIfNeeded() throws IOException {
        if (spoilt || end >= segmentBytes) {
            roll();
        }
    }

    /** Appends a frame and returns the offset of its head. The buffer is left as it was. */
    long append(FrameType type, ByteBuffer body) throws IOException {
        if (spoilt || file == null) {
            throw new IOException("segment " + name + " was given up after a failed sync");
        }
        FrameHead head = FrameHead.of(type, end, body, durable);
        ByteBuffer start = ByteBuffer.allocate(FrameHead.SIZE);
        head.encode(start);
        start.flip();
        try {
            file.append(start);
            file.append(body.duplicate());
        } catch (IOException e) {
            cutBack(e);
            throw e;
        }
        end = head.end();
        return head.offset();
    }

    /** Makes everything appended durable. */
    void sync() throws IOException {
        if (file == null) {
            throw new IOException("segment " + name + " is closed");
        }
        try {
            file.sync();
            durable = end;
        } catch (IOException e) {
            spoilt = true;
            throw e;
        }
    }

    void close() {
        DiskFile open = file;
        file = null;
        if (open != null) {
            try {
                open.close();
            } catch (IOException e) {
                // Everything that counts was synced before: a failing close takes nothing back.
                spoilt = true;
            }
        }
    }

    private void cutBack(IOException error) {
        try {
            if (file != null) {
                file.truncate(end);
            }
        } catch (IOException e) {
            spoilt = true;
            error.addSuppressed(e);
        }
    }

    private void roll() throws IOException {
        var next = new SegmentName(name.epoch(), name.segment() + 1);
        SegmentHeader header = headers.apply(next);
        folder.delete(next.toString()); // left by an earlier try of this very claim, if any
        DiskFile created = folder.create(next.toString());
        close();
        file = created;
        name = next;
        end = 0;
        durable = 0;
        spoilt = false;
        try {
            append(FrameType.HEADER, header.encode());
            folder.sync();
            sync();
        } catch (IOException e) {
            spoilt = true;
            throw e;
        } catch (StaunchException e) {
            spoilt = true;
            throw e;
        }
    }
}
