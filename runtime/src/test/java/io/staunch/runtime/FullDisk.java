package io.staunch.runtime;

import io.staunch.environment.Agent;
import io.staunch.environment.AgentHandle;
import io.staunch.environment.Disk;
import io.staunch.environment.DiskEntry;
import io.staunch.environment.DiskFile;
import io.staunch.environment.DiskFolder;
import io.staunch.environment.Environment;
import io.staunch.runtime.environment.LocalEnvironment;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/** The production environment with a disk that can be full. */
final class FullDisk implements Environment {
    private final LocalEnvironment real = new LocalEnvironment();
    private volatile boolean full;
    private volatile boolean unwritable;

    void full(boolean now) {
        full = now;
    }

    /** Files can be made, and nothing can be written to them. */
    void unwritable(boolean now) {
        unwritable = now;
    }

    @Override
    public boolean mayWait() {
        return real.mayWait();
    }

    @Override
    public Disk disk() {
        return (path, access) -> new Folder(real.disk().open(path, access));
    }

    private void requireRoom() throws IOException {
        if (full) {
            throw new IOException("No space left on device");
        }
    }

    private final class Folder implements DiskFolder {
        private final DiskFolder inner;

        Folder(DiskFolder inner) {
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
            requireRoom();
            return new File(inner.create(name));
        }

        @Override
        public DiskFile reopen(String name, long length) throws IOException {
            return new File(inner.reopen(name, length));
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

    private final class File implements DiskFile {
        private final DiskFile inner;

        File(DiskFile inner) {
            this.inner = inner;
        }

        private void requireWritable() throws IOException {
            requireRoom();
            if (unwritable) {
                throw new IOException("Input/output error");
            }
        }

        @Override
        public void append(ByteBuffer bytes) throws IOException {
            requireWritable();
            inner.append(bytes);
        }

        @Override
        public void sync() throws IOException {
            requireWritable();
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

    @Override
    public long nanoTime() {
        return real.nanoTime();
    }

    @Override
    public long currentTimeMs() {
        return real.currentTimeMs();
    }

    @Override
    public UUID newId() {
        return real.newId();
    }

    @Override
    public long random(long bound) {
        return real.random(bound);
    }

    @Override
    public AgentHandle start(String name, Agent agent) {
        return real.start(name, agent);
    }

    @Override
    public <T> T port(Class<T> type, Supplier<? extends T> production) {
        return real.port(type, production);
    }
}
