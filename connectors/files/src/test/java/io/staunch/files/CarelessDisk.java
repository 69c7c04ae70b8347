package io.staunch.files;

import io.staunch.environment.Disk;
import io.staunch.environment.DiskAccess;
import io.staunch.environment.DiskFile;
import io.staunch.environment.DiskFolder;
import io.staunch.testkit.environment.ForwardingFile;
import io.staunch.testkit.environment.ForwardingFolder;
import java.io.IOException;
import java.nio.file.Path;

/** A disk that leaves out what a careless sink would not have asked of it. */
record CarelessDisk(Disk disk, boolean syncsFiles, boolean syncsNames) implements Disk {
    @Override
    public DiskFolder open(Path folder, DiskAccess access) throws IOException {
        return new Folder(disk.open(folder, access), this);
    }

    private static final class Folder extends ForwardingFolder {
        private final CarelessDisk on;

        Folder(DiskFolder folder, CarelessDisk on) {
            super(folder);
            this.on = on;
        }

        @Override
        public DiskFile create(String name) throws IOException {
            return new File(super.create(name), on);
        }

        @Override
        public DiskFile reopen(String name, long length) throws IOException {
            return new File(super.reopen(name, length), on);
        }

        @Override
        public void sync() throws IOException {
            if (on.syncsNames) {
                super.sync();
            }
        }

        @Override
        public void sync(String name, long from, long to) throws IOException {
            if (on.syncsFiles) {
                super.sync(name, from, to);
            }
        }
    }

    private static final class File extends ForwardingFile {
        private final CarelessDisk on;

        File(DiskFile file, CarelessDisk on) {
            super(file);
            this.on = on;
        }

        @Override
        public void sync() throws IOException {
            if (on.syncsFiles) {
                super.sync();
            }
        }
    }
}
