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
import java.util.function.Function;

/** A disk as a process reaches it: every call is a place where the process may die or stand still. */
final class GuardedDisk implements Disk {
    private final SimulatedProcess process;
    private final Disk disk;
    private final Function<Path, String> system;

    /** @param system what places in a folder are named after */
    GuardedDisk(SimulatedProcess process, Disk disk, Function<Path, String> system) {
        this.process = process;
        this.disk = disk;
        this.system = system;
    }

    @Override
    public DiskFolder open(Path folder, DiskAccess access) throws IOException {
        String place = system.apply(folder);
        return call(place + ".OPEN", () -> new Folder(disk.open(folder, access), place));
    }

    private <T> T call(String operation, Call<T> call) throws IOException {
        process.before(operation);
        process.calls(operation);
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
        private final String place;

        Folder(DiskFolder folder, String place) {
            this.folder = folder;
            this.place = place;
        }

        @Override
        public String path() {
            return folder.path();
        }

        @Override
        public List<String> list() throws IOException {
            return call(place + ".LIST", folder::list);
        }

        @Override
        public DiskFile create(String name) throws IOException {
            return call(place + ".CREATE", () -> new File(folder.create(name), place));
        }

        @Override
        public DiskFile reopen(String name, long length) throws IOException {
            return call(place + ".REOPEN", () -> new File(folder.reopen(name, length), place));
        }

        @Override
        public DiskEntry entry(String name) throws IOException {
            return call(place + ".ENTRY", () -> folder.entry(name));
        }

        @Override
        public void rename(String from, String to) throws IOException {
            write(place + ".RENAME", () -> folder.rename(from, to));
        }

        @Override
        public byte[] read(String name, long offset, int length) throws IOException {
            return call(place + ".READ", () -> folder.read(name, offset, length));
        }

        @Override
        public long length(String name) throws IOException {
            return call(place + ".LENGTH", () -> folder.length(name));
        }

        @Override
        public void delete(String name) throws IOException {
            write(place + ".DELETE", () -> folder.delete(name));
        }

        @Override
        public void sync() throws IOException {
            write(place + ".SYNC_NAMES", folder::sync);
        }

        @Override
        public void sync(String name, long from, long to) throws IOException {
            write(place + ".SYNC", () -> folder.sync(name, from, to));
        }

        @Override
        public Optional<DiskLock> tryLock(String name, String holder) throws IOException {
            return call(place + ".LOCK", () -> folder.tryLock(name, holder));
        }

        @Override
        public String lockHolder(String name) throws IOException {
            return call(place + ".LOCK_HOLDER", () -> folder.lockHolder(name));
        }
    }

    private final class File implements DiskFile {
        private final DiskFile file;
        private final String place;

        File(DiskFile file, String place) {
            this.file = file;
            this.place = place;
        }

        @Override
        public void append(ByteBuffer bytes) throws IOException {
            write(place + ".APPEND", () -> file.append(bytes));
        }

        @Override
        public void sync() throws IOException {
            write(place + ".SYNC", file::sync);
        }

        @Override
        public void truncate(long length) throws IOException {
            write(place + ".TRUNCATE", () -> file.truncate(length));
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
