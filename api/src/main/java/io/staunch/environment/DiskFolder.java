package io.staunch.environment;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** One folder of flat files. What is written is only safe from a crash after {@link DiskFile#sync()} and, for names, {@link #sync()}. */
public interface DiskFolder {
    /** For messages. */
    String path();

    /** The names of all that is in it, in no order, as they are now (never cached): files, and folders if there are any. */
    List<String> list() throws IOException;

    /**
     * Creates a file for appending.
     *
     * @throws java.nio.file.FileAlreadyExistsException if there is one of that name; of two callers exactly one succeeds
     */
    DiskFile create(String name) throws IOException;

    /**
     * Opens a file that exists for appending.
     *
     * @param length what is beyond is cut off; at most the length that the file has
     * @throws java.nio.file.NoSuchFileException if there is none of that name
     * @throws IOException also if the file is shorter than that
     */
    DiskFile reopen(String name, long length) throws IOException;

    /**
     * What a name stands for now.
     *
     * @throws java.nio.file.NoSuchFileException if there is nothing of that name
     */
    DiskEntry entry(String name) throws IOException;

    /**
     * Gives a file another name in this folder, in one step: whoever looks sees it under the one or under the other. A file that had the new
     * name is gone then. Durable after {@link #sync()}; until then a crash of the machine may undo it as a whole.
     *
     * @throws java.nio.file.NoSuchFileException if there is none of the old name
     */
    void rename(String from, String to) throws IOException;

    /** Reads from a file; fewer bytes only at its end. */
    byte[] read(String name, long offset, int length) throws IOException;

    /** Length of a file in bytes. */
    long length(String name) throws IOException;

    /** Deletes a file; one that does not exist is no error. */
    void delete(String name) throws IOException;

    /** Makes created, changed and deleted names durable. */
    void sync() throws IOException;

    /** Makes everything that a file now holds durable, whoever appended it: its writer may have died before its own sync. */
    default void sync(String name) throws IOException {
        sync(name, 0, length(name));
    }

    /**
     * Makes what a file holds from one offset to another durable, whoever appended it, also where an earlier sync of it has failed: an
     * operating system may have dropped what it could not write then, and take it for written. So the bytes are written again, where they
     * are, as they are. Nobody may change them meanwhile; others may append.
     *
     * @param from what is before it is durable already
     * @param to at most the file's length
     */
    void sync(String name, long from, long to) throws IOException;

    /**
     * Takes the lock of that name for this process, and leaves a text for others to read.
     *
     * @return the lock, or empty if another process holds it
     */
    Optional<DiskLock> tryLock(String name, String holder) throws IOException;

    /** The text that the holder of a lock left, or an empty text. */
    String lockHolder(String name) throws IOException;

    /** A lock that ends with its process, or when closed. */
    interface DiskLock extends AutoCloseable {
        @Override
        void close();
    }
}
