package io.staunch.testkit.disk;

/**
 * A call to the disk that is about to take effect.
 *
 * @param number of the call on this disk, from 1
 * @param process who calls
 * @param kind what it does
 * @param file the file's name, or the folder's path if it concerns no single file
 * @param bytes how many bytes it is to append or read, else 0
 */
public record DiskCall(long number, String process, Kind kind, String file, long bytes) {
    /** What a call does. */
    public enum Kind {
        OPEN,
        LIST,
        ENTRY,
        CREATE,
        REOPEN,
        APPEND,
        SYNC,
        TRUNCATE,
        READ,
        LENGTH,
        RENAME,
        DELETE,
        SYNC_NAMES,
        LOCK,
        LOCK_HOLDER
    }

    @Override
    public String toString() {
        return "call " + number + ": " + process + " " + kind + " " + file + (bytes == 0 ? "" : " " + bytes + " bytes");
    }
}
