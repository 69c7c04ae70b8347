package io.staunch.testkit.simulation.world;

import io.staunch.environment.Disk;
import io.staunch.environment.DiskAccess;
import io.staunch.environment.DiskEntry;
import io.staunch.environment.DiskFile;
import io.staunch.environment.DiskFolder;
import io.staunch.testkit.disk.ProcessKilledException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A disk as a process reaches it: every call is a place where the process may die or stand still. */
final class GuardedDisk implements Disk {
    private final SimulatedProcess process;
    private final Disk disk;

    GuardedDisk(SimulatedProcess process, Disk disk) {
        this.process = process;
        this.disk = disk;
    }

    @Override
    public DiskFolder open(Path folder, DiskAccess access) throws IOException {
        return call("disk.OPEN", () -> new Folder(disk.open(folder, access)));
    }

    private <T> T call(String operation, Call<T> call) throws IOException {
        process.before(operation);
        T answer = alive(call);
        process.after(operation);
        return answer;
    }

    private void write(String operation, Write write) throws IOException {
        call(operation, () -> {
            write.make();
            return Boolean.TRUE;
        });
    }

    private <T> T alive(Call<T> call) throws IOException {
        try {
            return call.make();
        } catch (ProcessKilledException e) {
            if (process.alive()) {
                process.die();
            }
            process.requireAlive();
            throw e;
        }
    }

    private interface Call<T> {
        T make() throws IOException;
    }

    private interface Write {
        void make() throws IOException;
    }

    private final class Folder implements DiskFolder {
        private final DiskFolder folder;

        Folder(DiskFolder folder) {
            this.folder = folder;
        }

        @Override
        public String path() {
            return folder.path();
        }

        @Override
        public List<String> list() throws IOException {
            return call("disk.LIST", folder::list);
        }

        @Override
        public DiskFile create(String name) throws IOException {
            return call("disk.CREATE", () -> new File(folder.create(name)));
        }

        @Override
        public DiskFile reopen(String name, long length) throws IOException {
            return call("disk.REOPEN", () -> new File(folder.reopen(name, length)));
        }

        @Override
        public DiskEntry entry(String name) throws IOException {
            return call("disk.ENTRY", () -> folder.entry(name));
        }

        @Override
        public void rename(String from, String to) throws IOException {
            write("disk.RENAME", () -> folder.rename(from, to));
        }

        @Override
        public byte[] read(String name, long offset, int length) throws IOException {
            return call("disk.READ", () -> folder.read(name, offset, length));
        }

        @Override
        public long length(String name) throws IOException {
            return call("disk.LENGTH", () -> folder.length(name));
        }

        @Override
        public void delete(String name) throws IOException {
            write("disk.DELETE", () -> folder.delete(name));
        }

        @Override
        public void sync() throws IOException {
            write("disk.SYNC_NAMES", folder::sync);
        }

        @Override
        public void sync(String name) throws IOException {
            write("disk.SYNC", () -> folder.sync(name));
        }

        @Override
        public Optional<DiskLock> tryLock(String name, String holder) throws IOException {
            return call("disk.LOCK", () -> folder.tryLock(name, holder));
        }

        @Override
        public String lockHolder(String name) throws IOException {
            return call("disk.LOCK_HOLDER", () -> folder.lockHolder(name));
        }
    }

    private final class File implements DiskFile {
        private final DiskFile file;

        File(DiskFile file) {
            this.file = file;
        }

        @Override
        public void append(ByteBuffer bytes) throws IOException {
            write("disk.APPEND", () -> file.append(bytes));
        }

        @Override
        public void sync() throws IOException {
            write("disk.SYNC", file::sync);
        }

        @Override
        public void truncate(long length) throws IOException {
            write("disk.TRUNCATE", () -> file.truncate(length));
        }

        @Override
        public long length() {
            return file.length();
        }

        @Override
        public void close() throws IOException {
            process.requireAlive();
            file.close();
        }
    }
}
