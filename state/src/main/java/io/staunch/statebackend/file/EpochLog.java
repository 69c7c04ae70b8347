package io.staunch.statebackend.file;

import io.staunch.environment.DiskFile;
import io.staunch.environment.DiskFolder;
import io.staunch.error.StaunchException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Writes the segments of one epoch. Owned by the thread that uses the claim.
 *
 * <p>After a failed append the file is cut back to its last whole frame. After a failed sync it is abandoned: the operating system may
 * have dropped what it could not write and yet report success the next time. The next segment's header then says how much of it
 * counts. Once the creation of a next segment was tried, the one before is never appended to again, for that header may be there.
 */
final class EpochLog {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final DiskFolder folder;
    private final StoreErrors errors;
    private final StoreContents contents;
    private final long segmentBytes;
    private final Function<SegmentName, SegmentHeader> headers;
    private final Set<SegmentName> leftOver = new TreeSet<>();
    private SegmentName newest;
    private @Nullable OpenSegment current;
    private long emptyLength;

    /**
     * @param segmentBytes at which a segment is followed by the next
     * @param headers the header of a segment that is about to be written
     */
    EpochLog(
            DiskFolder folder,
            StoreErrors errors,
            StoreContents contents,
            long segmentBytes,
            SegmentName claim,
            Function<SegmentName, SegmentHeader> headers) {
        this.folder = folder;
        this.errors = errors;
        this.contents = contents;
        this.segmentBytes = segmentBytes;
        this.newest = claim;
        this.headers = headers;
    }

    /** Completes the claim: its header is durable on return. */
    void begin(DiskFile claimFile) {
        try {
            start(new OpenSegment(newest, claimFile));
        } catch (IOException e) {
            throw errors.retry("the claim can't be written", e);
        }
    }

    /** The segment that is appended to, or that comes next was tried last. */
    SegmentName newest() {
        return newest;
    }

    /** How much of any segment may be read. */
    long readable(SegmentName name) {
        OpenSegment open = current;
        return open != null && open.name().equals(name) ? open.length() : contents.validLength(name);
    }

    /** Segments that were begun and never counted; handed over to be deleted. */
    Set<SegmentName> takeLeftOver() {
        Set<SegmentName> taken = Set.copyOf(leftOver);
        leftOver.clear();
        return taken;
    }

    /** Appends a frame that a later commit makes durable. */
    FrameHead append(FrameType type, ByteBuffer body) {
        OpenSegment open = roomFor(body.remaining());
        try {
            return open.append(type, body);
        } catch (IOException e) {
            long end = open.length() + FrameHead.SIZE + body.remaining();
            throw type == FrameType.MANIFEST && mayBeWhole(open, end) ? doubtful(open, e) : appendFailed(open, e);
        }
    }

    /** Appends a frame and makes it durable, with all before it. */
    FrameHead commit(FrameType type, ByteBuffer body) {
        FrameHead head = append(type, body);
        OpenSegment open = open();
        try {
            open.sync();
        } catch (IOException e) {
            throw type == FrameType.MANIFEST ? doubtful(open, e) : syncFailed(open, e);
        }
        mark(open);
        return head;
    }

    /** Says, unsynced, that all so far is durable. Should this fail, damage to the last frame may pass for a torn tail: no more. */
    private void mark(OpenSegment open) {
        try {
            open.append(FrameType.MARK, NOTHING);
        } catch (IOException e) {
            cutBack(open, e);
        }
    }

    void close() {
        if (current != null) {
            current.closeQuietly();
            current = null;
        }
    }

    private OpenSegment open() {
        if (current == null) {
            throw new IllegalStateException("no segment is open behind " + newest);
        }
        return current;
    }

    private OpenSegment roomFor(int bodyLength) {
        OpenSegment open = current;
        if (open == null) {
            return roll();
        }
        if (open.length() == emptyLength || open.length() + FrameHead.SIZE + bodyLength <= segmentBytes) {
            return open;
        }
        try {
            open.sync();
        } catch (IOException e) {
            throw syncFailed(open, e);
        }
        abandon(open);
        return roll();
    }

    private OpenSegment roll() {
        newest = new SegmentName(newest.epoch(), newest.segment() + 1);
        leftOver.add(newest);
        try {
            var next = new OpenSegment(newest, folder.create(newest.toString()));
            folder.sync();
            start(next);
            leftOver.remove(newest);
            return next;
        } catch (IOException e) {
            throw errors.retry("segment " + newest + " can't be begun", e);
        }
    }

    private void start(OpenSegment segment) throws IOException {
        try {
            segment.append(FrameType.HEADER, headers.apply(segment.name()).encode());
            segment.sync();
            segment.append(FrameType.MARK, NOTHING);
        } catch (IOException e) {
            segment.closeQuietly();
            throw e;
        }
        current = segment;
        emptyLength = segment.length();
    }

    private StaunchException appendFailed(OpenSegment open, IOException cause) {
        cutBack(open, cause);
        return errors.retry("an append to " + open.name() + " failed", cause);
    }

    private void cutBack(OpenSegment open, IOException cause) {
        try {
            open.cutBack();
        } catch (IOException e) {
            cause.addSuppressed(e);
            abandon(open);
        }
    }

    private StaunchException syncFailed(OpenSegment open, IOException cause) {
        abandon(open);
        return errors.retry(
                "a sync of " + open.name() + " failed; all chunks behind offset " + open.durable() + " are lost",
                cause);
    }

    /** Closes a segment; what no sync has covered is void. */
    private void abandon(OpenSegment open) {
        contents.closed(open.name(), open.durable());
        open.closeQuietly();
        current = null;
    }

    /** A manifest is in the file and may be durable. It is made void, durably, or nobody can tell. */
    private StaunchException doubtful(OpenSegment open, IOException cause) {
        contents.closed(open.name(), open.durable());
        current = null;
        try {
            roll();
            return errors.retry(
                    "a checkpoint could not be made durable in " + open.name() + "; all chunks behind offset "
                            + open.durable() + " are lost",
                    cause);
        } catch (StaunchException rollFailed) {
            cause.addSuppressed(rollFailed);
            open.voidTail(cause);
            return errors.restart(
                    "a checkpoint may or may not be durable in " + open.name() + "; the next claim decides", cause);
        } finally {
            open.closeQuietly();
        }
    }

    private boolean mayBeWhole(OpenSegment open, long end) {
        try {
            return folder.length(open.name().toString()) >= end;
        } catch (IOException e) {
            return true;
        }
    }
}
