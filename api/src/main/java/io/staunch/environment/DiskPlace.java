package io.staunch.environment;

import java.util.Objects;

/**
 * What a path is on, as a look has found it.
 *
 * @param what is at the path
 * @param nearest the path itself if there is something, or else the nearest one above it at which there is
 * @param volume the mounted file system that {@code nearest} is on, for messages: two places on the same one have the same
 * @param type of the file system, as this machine names it, for example {@code ext4}
 * @param keeping what becomes of what is written there
 * @param syncsFolders whether {@link DiskFolder#sync()} makes names durable; if not, that is up to the file system
 * @param readOnly whether it is mounted so
 * @param mayRead whether this user may read {@code nearest}, and if it is a folder, what is in it
 * @param mayWrite whether this user may write it, and if it is a folder, make files in it
 * @param usableBytes how much may still be written
 */
public record DiskPlace(
        What what,
        String nearest,
        String volume,
        String type,
        Keeping keeping,
        boolean syncsFolders,
        boolean readOnly,
        boolean mayRead,
        boolean mayWrite,
        long usableBytes) {
    /** What there may be at a path. */
    public enum What {
        FOLDER,
        FILE,
        NOTHING
    }

    /** What becomes of what is written to a file system. */
    public enum Keeping {
        /** What was synced stays, and a renaming happens as a whole also when the power fails: it has a journal, or writes copies. */
        JOURNALED,
        /** When the power fails, names and lengths may be left half changed, also some that were synced long ago. */
        NO_JOURNAL,
        /** It is gone when the machine starts again. */
        MEMORY,
        /** It is a layer over the image of a container, and gone with the container. */
        LAYER,
        /** Another machine keeps it, or a program that stands between. */
        NETWORK,
        /** This version does not know the type. */
        UNKNOWN
    }

    public DiskPlace {
        Objects.requireNonNull(what, "what");
        Objects.requireNonNull(keeping, "keeping");
    }
}
