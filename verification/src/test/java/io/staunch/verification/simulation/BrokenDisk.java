package io.staunch.verification.simulation;

import io.staunch.environment.Disk;
import io.staunch.environment.DiskFile;
import io.staunch.environment.DiskFolder;
import io.staunch.environment.Environment;
import io.staunch.testkit.environment.ForwardingEnvironment;
import io.staunch.testkit.environment.ForwardingFile;
import io.staunch.testkit.environment.ForwardingFolder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An environment whose disk does not do one of the things that the store relies on. */
final class BrokenDisk extends ForwardingEnvironment {
    private final Break how;

    BrokenDisk(Environment world, Break how) {
        super(world);
        this.how = how;
    }

    @Override
    public Disk disk() {
        Disk disk = super.disk();
        return (folder, access) -> new Folder(disk.open(folder, access), how);
    }

    private static final class Folder extends ForwardingFolder {
        private final DiskFolder folder;
        private final Break how;
        private String created = "";
        private @Nullable List<String> frozen;
        private @Nullable List<String> early;
        private @Nullable TornTail tail;

        Folder(DiskFolder folder, Break how) {
            super(folder);
            this.folder = folder;
            this.how = how;
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
            return new File(file, this, name);
        }

        @Override
        public DiskFile reopen(String name, long length) throws IOException {
            return new File(super.reopen(name, length), this, name);
        }

        @Override
        public byte[] read(String name, long offset, int length) throws IOException {
            return tail != null && tail.isOf(name) ? tail.read(offset, length) : folder.read(name, offset, length);
        }

        @Override
        public long length(String name) throws IOException {
            return tail != null && tail.isOf(name) ? tail.length() : folder.length(name);
        }
    }

    private static final class File extends ForwardingFile {
        private final Folder in;
        private final boolean aside;

        File(DiskFile file, Folder in, String name) {
            super(file);
            this.in = in;
            aside = name.contains("set-aside-");
        }

        @Override
        public void append(ByteBuffer bytes) throws IOException {
            in.lookEarly();
            super.append(bytes);
        }

        @Override
        public void sync() throws IOException {
            if (in.how != Break.NO_SYNC && !(in.how == Break.ASIDE_NOT_SYNCED && aside)) {
                super.sync();
            }
        }
    }
}
