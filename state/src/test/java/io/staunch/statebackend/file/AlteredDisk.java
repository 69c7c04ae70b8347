package io.staunch.statebackend.file;

import io.staunch.environment.Disk;
import io.staunch.environment.DiskAccess;
import io.staunch.environment.DiskEntry;
import io.staunch.environment.DiskFile;
import io.staunch.environment.DiskFolder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** A disk that does something else than it is asked for. */
record AlteredDisk(Disk disk, UnaryOperator<DiskFolder> alter) implements Disk {
    /** A disk whose locks keep nobody out, as if its users ran on two machines. */
    static Disk withoutLocks(Disk disk) {
        return new AlteredDisk(disk, folder -> new SameFolder(folder) {
            @Override
            public Optional<DiskLock> tryLock(String name, String holder) {
                return Optional.of(() -> {});
            }
        });
    }

    @Override
    public DiskFolder open(Path folder, DiskAccess access) throws IOException {
        return alter.apply(disk.open(folder, access));
    }

    /** Does what it is asked for, where it is not altered. */
    static class SameFolder implements DiskFolder {
        private final DiskFolder folder;

        SameFolder(DiskFolder folder) {
            this.folder = folder;
        }

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
            return folder.create(name);
        }

        @Override
        public DiskFile reopen(String name, long length) throws IOException {
            return folder.reopen(name, length);
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
            folder.sync();
        }

        @Override
        public void sync(String name, long from, long to) throws IOException {
            folder.sync(name, from, to);
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

    /** Does what it is asked for, where it is not altered. */
    static class SameFile implements DiskFile {
        private final DiskFile file;

        SameFile(DiskFile file) {
            this.file = file;
        }

        @Override
        public void append(ByteBuffer bytes) throws IOException {
            file.append(bytes);
        }

        @Override
        public void sync() throws IOException {
            file.sync();
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
