package io.staunch.verification.simulation;

import io.staunch.environment.Agent;
import io.staunch.environment.AgentHandle;
import io.staunch.environment.Disk;
import io.staunch.environment.DiskEntry;
import io.staunch.environment.DiskFile;
import io.staunch.environment.DiskFolder;
import io.staunch.environment.Environment;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** An environment whose disk does not do one of the things that the store relies on. */
record BrokenDisk(Environment world, Break how) implements Environment {
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
    public boolean mayWait() {
        return world.mayWait();
    }

    @Override
    public Disk disk() {
        Disk disk = world.disk();
        return (folder, access) -> new Folder(disk.open(folder, access), how);
    }

    @Override
    public <T> T port(Class<T> type, Supplier<? extends T> production) {
        return world.port(type, production);
    }

    private static final class Folder implements DiskFolder {
        private final DiskFolder folder;
        private final Break how;
        private String created = "";
        private @Nullable List<String> frozen;
        private @Nullable List<String> early;
        private @Nullable TornTail tail;

        Folder(DiskFolder folder, Break how) {
            this.folder = folder;
            this.how = how;
        }

        @Override
        public String path() {
            return folder.path();
        }

        @Override
        public List<String> list() throws IOException {
            List<String> seen = early;
            early = null;
            if (seen != null) {
                return seen;
            }
            List<String> names = frozen == null ? folder.list() : frozen;
            if (how == Break.TORN_TAIL_ACCEPTED && tail == null) {
                tail = TornTail.of(folder, names);
            }
            if (how == Break.NO_LOOK && names.contains(created)) {
                frozen = names;
            }
            return names;
        }

        private void lookEarly() throws IOException {
            if (how == Break.LOOK_BEFORE_APPEND && early == null) {
                early = folder.list();
            }
        }

        @Override
        public DiskFile create(String name) throws IOException {
            DiskFile file = folder.create(name);
            created = name;
            return new File(file, this);
        }

        @Override
        public DiskFile reopen(String name, long length) throws IOException {
            return new File(folder.reopen(name, length), this);
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
            return tail != null && tail.isOf(name) ? tail.read(offset, length) : folder.read(name, offset, length);
        }

        @Override
        public long length(String name) throws IOException {
            return tail != null && tail.isOf(name) ? tail.length() : folder.length(name);
        }

        @Override
        public void delete(String name) throws IOException {
            folder.delete(name);
        }

        @Override
        public void sync(String name, long from, long to) throws IOException {
            folder.sync(name, from, to);
        }

        @Override
        public void sync() throws IOException {
            folder.sync();
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

    private record File(DiskFile file, Folder in) implements DiskFile {
        @Override
        public void append(ByteBuffer bytes) throws IOException {
            in.lookEarly();
            file.append(bytes);
        }

        @Override
        public void sync() throws IOException {
            if (in.how != Break.NO_SYNC) {
                file.sync();
            }
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
