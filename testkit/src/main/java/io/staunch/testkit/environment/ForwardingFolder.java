package io.staunch.testkit.environment;

import io.staunch.environment.DiskEntry;
import io.staunch.environment.DiskFile;
import io.staunch.environment.DiskFolder;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Asks another folder for everything; subclasses do something else where they are made for it. */
public abstract class ForwardingFolder implements DiskFolder {
    private final DiskFolder inner;

    /** @param inner that is asked */
    protected ForwardingFolder(DiskFolder inner) {
        this.inner = inner;
    }

    @Override
    public String path() {
        return inner.path();
    }

    @Override
    public List<String> list() throws IOException {
        return inner.list();
    }

    @Override
    public DiskFile create(String name) throws IOException {
        return inner.create(name);
    }

    @Override
    public DiskFile reopen(String name, long length) throws IOException {
        return inner.reopen(name, length);
    }

    @Override
    public DiskEntry entry(String name) throws IOException {
        return inner.entry(name);
    }

    @Override
    public void rename(String from, String to) throws IOException {
        inner.rename(from, to);
    }

    @Override
    public byte[] read(String name, long offset, int length) throws IOException {
        return inner.read(name, offset, length);
    }

    @Override
    public long length(String name) throws IOException {
        return inner.length(name);
    }

    @Override
    public void delete(String name) throws IOException {
        inner.delete(name);
    }

    @Override
    public void sync() throws IOException {
        inner.sync();
    }

    @Override
    public void sync(String name, long from, long to) throws IOException {
        inner.sync(name, from, to);
    }

    @Override
    public Optional<DiskLock> tryLock(String name, String holder) throws IOException {
        return inner.tryLock(name, holder);
    }

    @Override
    public String lockHolder(String name) throws IOException {
        return inner.lockHolder(name);
    }
}
