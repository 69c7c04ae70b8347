package io.staunch.verification.bench.engine;

import io.staunch.environment.Agent;
import io.staunch.environment.AgentHandle;
import io.staunch.environment.Disk;
import io.staunch.environment.DiskEntry;
import io.staunch.environment.DiskFile;
import io.staunch.environment.DiskFolder;
import io.staunch.environment.Environment;
import io.staunch.verification.bench.run.Meter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * The world, with a meter at the folder of a job's checkpoints, and at no other one.
 *
 * @param state that folder
 */
record TimedEnvironment(Environment world, Path state) implements Environment {
    @Override
    public long nanoTime() {
        return world.nanoTime();
    }

    @Override
    public long currentTimeMs() {
        return world.currentTimeMs();
    }

    @Override
    public UUID newId() {
        return world.newId();
    }

    @Override
    public long random(long bound) {
        return world.random(bound);
    }

    @Override
    public AgentHandle start(String name, Agent agent) {
        return world.start(name, agent);
    }

    @Override
    public Disk disk() {
        return (folder, access) -> {
            DiskFolder opened = world.disk().open(folder, access);
            return folder.startsWith(state) ? new TimedFolder(opened) : opened;
        };
    }

    @Override
    public <T> T port(Class<T> type, Supplier<? extends T> production) {
        return world.port(type, production);
    }

    @Override
    public void atShutdown(Runnable action) {
        world.atShutdown(action);
    }

    private static void sync(Syncing action) throws IOException {
        long begin = System.nanoTime();
        action.run();
        Meter.sync(System.nanoTime() - begin);
    }

    private interface Syncing {
        void run() throws IOException;
    }

    private record TimedFolder(DiskFolder folder) implements DiskFolder {
        @Override
        public String path() {
            return folder.path();
        }

        @Override
        public List<String> list() throws IOException {
            return folder.list();
        }

        @Override
        public DiskFile create(String name) throws IOException {
            return new TimedFile(folder.create(name));
        }

        @Override
        public DiskFile reopen(String name, long length) throws IOException {
            return new TimedFile(folder.reopen(name, length));
        }

        @Override
        public DiskEntry entry(String name) throws IOException {
            return folder.entry(name);
        }

        @Override
        public void rename(String from, String to) throws IOException {
            folder.rename(from, to);
        }

        @Override
        public byte[] read(String name, long offset, int length) throws IOException {
            return folder.read(name, offset, length);
        }

        @Override
        public long length(String name) throws IOException {
            return folder.length(name);
        }

        @Override
        public void delete(String name) throws IOException {
            folder.delete(name);
        }

        @Override
        public void sync() throws IOException {
            TimedEnvironment.sync(folder::sync);
        }

        @Override
        public void sync(String name, long from, long to) throws IOException {
            TimedEnvironment.sync(() -> folder.sync(name, from, to));
        }

        @Override
        public Optional<DiskLock> tryLock(String name, String holder) throws IOException {
            return folder.tryLock(name, holder);
        }

        @Override
        public String lockHolder(String name) throws IOException {
            return folder.lockHolder(name);
        }
    }

    private record TimedFile(DiskFile file) implements DiskFile {
        @Override
        public void append(ByteBuffer bytes) throws IOException {
            Meter.bytes(bytes.remaining());
            file.append(bytes);
        }

        @Override
        public void sync() throws IOException {
            TimedEnvironment.sync(file::sync);
        }

        @Override
        public void truncate(long length) throws IOException {
            file.truncate(length);
        }

        @Override
        public long length() {
            return file.length();
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
