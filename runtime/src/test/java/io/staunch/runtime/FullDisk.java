package io.staunch.runtime;

import io.staunch.environment.Disk;
import io.staunch.environment.DiskFile;
import io.staunch.environment.DiskFolder;
import io.staunch.runtime.environment.LocalEnvironment;
import io.staunch.testkit.environment.ForwardingEnvironment;
import io.staunch.testkit.environment.ForwardingFile;
import io.staunch.testkit.environment.ForwardingFolder;
import java.io.IOException;
import java.nio.ByteBuffer;

/** The production environment with a disk that can be full. */
final class FullDisk extends ForwardingEnvironment {
    private volatile boolean full;
    private volatile boolean unwritable;

    FullDisk() {
        super(new LocalEnvironment());
    }

    void full(boolean now) {
        full = now;
    }

    /** Files can be made, and nothing can be written to them. */
    void unwritable(boolean now) {
        unwritable = now;
    }

    @Override
    public Disk disk() {
        Disk real = super.disk();
        return (path, access) -> new Folder(real.open(path, access));
    }

    private void requireRoom() throws IOException {
        if (full) {
            throw new IOException("No space left on device");
        }
    }

    private final class Folder extends ForwardingFolder {
        Folder(DiskFolder inner) {
            super(inner);
        }

        @Override
        public DiskFile create(String name) throws IOException {
            requireRoom();
            return new File(super.create(name));
        }

        @Override
        public DiskFile reopen(String name, long length) throws IOException {
            return new File(super.reopen(name, length));
        }
    }

    private final class File extends ForwardingFile {
        File(DiskFile inner) {
            super(inner);
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
            super.append(bytes);
        }

        @Override
        public void sync() throws IOException {
            requireWritable();
            super.sync();
        }
    }
}
