package io.staunch.testkit.simulation.world;

import io.staunch.environment.Disk;
import io.staunch.environment.DiskFile;
import io.staunch.environment.DiskFolder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A disk as a process reaches it: every call is a place where the process may die or stand still, and some fail. */
final class GuardedDisk implements Disk {
    private final SimulatedProcess process;
    private final Disk disk;

    GuardedDisk(SimulatedProcess process, Disk disk) {
        this.process = process;
        this.disk = disk;
    }

    @Override
    public DiskFolder open(Path folder) throws IOException {
        return call("disk.open", () -> new Folder(disk.open(folder)));
    }

    private <T> T call(String operation, Call<T> call) throws IOException {
        process.before(operation);
        T answer = call.make();
        process.after(operation);
        return answer;
    }

    private void write(String operation, Write write) throws IOException {
        process.before(operation);
        if (process.diskFails(operation)) {
            throw new IOException("simulated: " + operation + " failed");
        }
        write.make();
        process.after(operation);
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
            return call("disk.list", folder::list);
        }

        @Override
        public DiskFile create(String name) throws IOException {
            return call("disk.create", () -> new File(folder.create(name)));
        }

        @Override
        public byte[] read(String name, long offset, int length) throws IOException {
            return call("disk.read", () -> folder.read(name, offset, length));
        }

        @Override
        public long length(String name) throws IOException {
            return call("disk.length", () -> folder.length(name));
        }

        @Override
        public void delete(String name) throws IOException {
            write("disk.delete", () -> folder.delete(name));
        }

        @Override
        public void sync() throws IOException {
            write("disk.syncFolder", folder::sync);
        }

        @Override
        public void sync(String name) throws IOException {
            write("disk.sync", () -> folder.sync(name));
        }

        @Override
        public Optional<DiskLock> tryLock(String name, String holder) throws IOException {
            return call("disk.lock", () -> folder.tryLock(name, holder));
        }

        @Override
        public String lockHolder(String name) throws IOException {
            return call("disk.lockHolder", () -> folder.lockHolder(name));
        }
    }

    private final class File implements DiskFile {
        private final DiskFile file;

        File(DiskFile file) {
            this.file = file;
        }

        @Override
        public void append(ByteBuffer bytes) throws IOException {
            write("disk.append", () -> file.append(bytes));
        }

        @Override
        public void sync() throws IOException {
            write("disk.sync", file::sync);
        }

        @Override
        public void truncate(long length) throws IOException {
            write("disk.truncate", () -> file.truncate(length));
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
