package io.staunch.statebackend.file;

import org.jspecify.annotations.Nullable;

/** What a frame of the log holds. */
enum FrameType {
    /** First in every segment: a {@link SegmentHeader}. */
    HEADER(1),
    /** Bytes that a checkpoint refers to. */
    CHUNK(2),
    /** A {@link Manifest}: with it its checkpoint is complete. */
    MANIFEST(3),
    /** A {@link Reservation} of ids. */
    RESERVE(4),
    /** A {@link Release} of checkpoints and files. */
    RELEASE(5),
    /** Nothing but what each frame says: how much before it is durable. Written unsynced, so that damage to the last frame is noticed. */
    MARK(6),
    /** Everything behind what this frame calls durable, up to this frame, does not count: its sync failed. */
    VOID(7);

    private final byte code;

    FrameType(int code) {
        this.code = (byte) code;
    }

    byte code() {
        return code;
    }

    /** Whether later claims count it; the valid part of a segment ends with the last such frame. */
    boolean counts() {
        return switch (this) {
            case HEADER, MANIFEST, RESERVE, RELEASE -> true;
            case CHUNK, MARK, VOID -> false;
        };
    }

    static @Nullable FrameType of(byte code) {
        for (FrameType type : values()) {
            if (type.code == code) {
                return type;
            }
        }
        return null;
    }
}
