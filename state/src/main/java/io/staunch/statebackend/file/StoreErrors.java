package io.staunch.statebackend.file;

import io.staunch.error.RefusedException;
import io.staunch.error.Remedy;
import io.staunch.error.StaleOwnerException;
import io.staunch.error.StaunchException;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The errors of a store, each with where, who, what was expected and found, and the way out.
 *
 * @param location of the store
 * @param who the job, and its epoch once it has one
 */
record StoreErrors(String location, String who) {
    private static final String WAY_OUT =
            " Bring back the folder from a backup that was made while no job used it, or move it away"
                    + " and start the job once with startMode(REWIND), which repeats output. Nothing was changed.";

    StoreErrors atEpoch(long epoch) {
        return new StoreErrors(location, who + ", epoch " + epoch);
    }

    StaunchException damaged(SegmentName file, long offset, String expected, String found) {
        return new StaunchException(
                subject() + "file " + file + " is damaged at offset " + offset + ": expected " + expected + ", found "
                        + found + "." + WAY_OUT,
                Remedy.FAIL_JOB);
    }

    StaunchException damaged(SegmentName file, String problem) {
        return new StaunchException(subject() + "file " + file + " " + problem + "." + WAY_OUT, Remedy.FAIL_JOB);
    }

    /** Decodes the body of a frame whose checksum is right. */
    <T> T decode(SegmentName file, FrameHead frame, ByteBuffer body, Function<ByteBuffer, T> decoder) {
        try {
            return decoder.apply(body.duplicate());
        } catch (BufferUnderflowException | IllegalArgumentException e) {
            throw damaged(file, frame.offset(), "the fields of a " + frame.type(), "others (" + e + ")");
        }
    }

    SegmentHeader decodeHeader(SegmentName file, ByteBuffer body) {
        FrameHead frame = FrameHead.of(FrameType.HEADER, 0, body, 0);
        int version = decode(file, frame, body, SegmentHeader::version);
        if (version != SegmentHeader.VERSION) {
            throw new RefusedException(subject() + "file " + file + " has format version " + version
                    + ", this build of Staunch reads version " + SegmentHeader.VERSION
                    + ". Run the job with the build that wrote it, or a newer one. Nothing was changed.");
        }
        return decode(file, frame, body, SegmentHeader::decode);
    }

    RefusedException refused(String problem) {
        return new RefusedException(subject() + problem);
    }

    StaleOwnerException stale(long newer) {
        return new StaleOwnerException(
                subject() + "epoch " + newer + " was claimed by a newer process, which now owns the job;"
                        + " this process stops and does not restart it");
    }

    StaunchException retry(String problem, IOException cause) {
        return new StaunchException(subject() + problem + ": " + text(cause), Remedy.RETRY, cause);
    }

    StaunchException restart(String problem, @Nullable IOException cause) {
        String why = cause == null ? "" : ": " + text(cause);
        return new StaunchException(subject() + problem + why, Remedy.RESTART_FROM_CHECKPOINT, cause);
    }

    StaunchException fail(String problem, @Nullable IOException cause) {
        String why = cause == null ? "" : ": " + text(cause);
        return new StaunchException(subject() + problem + why, Remedy.FAIL_JOB, cause);
    }

    private String subject() {
        return "checkpoint store " + location + " (" + who + "): ";
    }

    private static String text(IOException cause) {
        String message = cause.getMessage();
        boolean bare = message == null || cause.getClass() != IOException.class;
        return bare ? cause.getClass().getSimpleName() + " " + message : message;
    }
}
