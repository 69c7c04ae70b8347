package io.staunch.files;

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

/** A disk that leaves out what a careless sink would not have asked of it. */
record CarelessDisk(Disk disk, boolean syncsFiles, boolean syncsNames) implements Disk {
    @Override
    public DiskFolder open(Path folder, DiskAccess access) throws IOException {
        return new Folder(disk.open(folder, access), this);
    }

    private record Folder(DiskFolder folder, CarelessDisk on) implements DiskFolder {
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
            return new File(folder.create(name), on);
        }

        @Override
        public DiskFile reopen(String name, long length) throws IOException {
            return new File(folder.reopen(name, length), on);
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
            if (on.syncsNames) {
                folder.sync();
            }
        }

        @Override
        public void sync(String name, long from, long to) throws IOException {
            if (on.syncsFiles) {
                folder.sync(name, from, to);
            }
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

    private record File(DiskFile file, CarelessDisk on) implements DiskFile {
        @Override
        public void append(ByteBuffer bytes) throws IOException {
            file.append(bytes);
        }

        @Override
        public void sync() throws IOException {
            if (on.syncsFiles) {
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
