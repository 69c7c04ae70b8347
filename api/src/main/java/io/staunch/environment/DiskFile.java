package io.staunch.environment;

import java.io.IOException;
import java.nio.ByteBuffer;

/** A file that is appended to by one owner. */
public interface DiskFile extends AutoCloseable {
    /** Appends all remaining bytes. After an error an unknown part of them may have been written. */
    void append(ByteBuffer bytes) throws IOException;

    /** Makes everything appended so far durable. */
    void sync() throws IOException;

    /** Cuts the file to a length in bytes. */
    void truncate(long length) throws IOException;

    /** Length in bytes, as this owner has written it. */
    long length();

    @Override
    void close() throws IOException;
}
