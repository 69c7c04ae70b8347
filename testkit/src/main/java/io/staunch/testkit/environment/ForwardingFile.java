package io.staunch.testkit.environment;

import io.staunch.environment.DiskFile;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Asks another file for everything; subclasses do something else where they are made for it. */
public abstract class ForwardingFile implements DiskFile {
    private final DiskFile inner;

    /** @param inner that is asked */
    protected ForwardingFile(DiskFile inner) {
        this.inner = inner;
    }

    @Override
    public void append(ByteBuffer bytes) throws IOException {
        inner.append(bytes);
    }

    @Override
    public void sync() throws IOException {
        inner.sync();
    }

    @Override
    public void truncate(long length) throws IOException {
        inner.truncate(length);
    }

    @Override
    public long length() {
        return inner.length();
    }

    @Override
    public void close() throws IOException {
        inner.close();
    }
}
