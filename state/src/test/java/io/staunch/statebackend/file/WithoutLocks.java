package io.staunch.statebackend.file;

import io.staunch.environment.Disk;
import io.staunch.environment.DiskFile;
import io.staunch.environment.DiskFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A disk whose locks keep nobody out, as if its users ran on two machines. */
record WithoutLocks(Disk disk) implements Disk {
    @Override
    public DiskFolder open(Path folder) throws IOException {
        return new Folder(disk.open(folder));
    }

    private record Folder(DiskFolder folder) implements DiskFolder {
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
        public void sync(String name) throws IOException {
            folder.sync(name);
        }

        @Override
        public Optional<DiskLock> tryLock(String name, String holder) {
            return Optional.of(() -> {});
        }

        @Override
        public String lockHolder(String name) throws IOException {
            return folder.lockHolder(name);
        }
    }
}
