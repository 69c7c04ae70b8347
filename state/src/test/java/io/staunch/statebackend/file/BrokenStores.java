package io.staunch.statebackend.file;

import io.staunch.environment.Disk;
import io.staunch.environment.DiskFile;
import io.staunch.environment.DiskFolder;
import io.staunch.testkit.environment.ForwardingFile;
import io.staunch.testkit.environment.ForwardingFolder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Deliberately broken protocols, each made by a disk that answers as if the store did the step at another time or not at all. */
final class BrokenStores {
    private BrokenStores() {}

    /** Nothing appended is ever synced. */
    static Disk withoutSync(Disk disk) {
        return new AlteredDisk(disk, folder -> new ForwardingFolder(folder) {
            @Override
            public DiskFile create(String name) throws IOException {
                return new ForwardingFile(super.create(name)) {
                    @Override
                    public void sync() {}
                };
            }
        });
    }

    /** A sync that failed is tried again and then believed. */
    static Disk trustingTheSecondSync(Disk disk) {
        return new AlteredDisk(disk, folder -> new ForwardingFolder(folder) {
            @Override
            public DiskFile create(String name) throws IOException {
                return new ForwardingFile(super.create(name)) {
                    @Override
                    public void sync() throws IOException {
                        try {
                            super.sync();
                        } catch (IOException e) {
                            super.sync();
                        }
                    }
                };
            }
        });
    }

    /** What a dead writer did not sync is taken as durable. */
    static Disk withoutSyncOfOthersFiles(Disk disk) {
        return new AlteredDisk(disk, folder -> new ForwardingFolder(folder) {
            @Override
            public void sync(String name, long from, long to) {}
        });
    }

    /** What a dead writer did not sync is synced, but not written again. */
    static Disk withoutWritingAgain(Disk disk) {
        return new AlteredDisk(disk, folder -> new ForwardingFolder(folder) {
            @Override
            public void sync(String name, long from, long to) throws IOException {
                folder.sync(name, to, to);
            }
        });
    }

    /** No name is ever synced. */
    static Disk withoutSyncOfNames(Disk disk) {
        return new AlteredDisk(disk, folder -> new ForwardingFolder(folder) {
            @Override
            public void sync() {}
        });
    }

    /** Looks for newer claims before it appends, instead of after the sync. */
    static Disk lookBeforeAppend(Disk disk) {
        return new AlteredDisk(disk, LooksEarly::new);
    }

    /** Measures the older files before it claims, instead of after. */
    static Disk measureBeforeClaim(Disk disk) {
        return new AlteredDisk(disk, MeasuresEarly::new);
    }

    private static final class LooksEarly extends ForwardingFolder {
        private @Nullable List<String> seen;

        LooksEarly(DiskFolder folder) {
            super(folder);
        }

        @Override
        public List<String> list() throws IOException {
            List<String> early = seen;
            seen = null;
            return early == null ? super.list() : early;
        }

        @Override
        public DiskFile create(String name) throws IOException {
            DiskFile file = super.create(name);
            return new ForwardingFile(file) {
                @Override
                public void append(ByteBuffer bytes) throws IOException {
                    seen = seen == null ? LooksEarly.super.list() : seen;
                    super.append(bytes);
                }
            };
        }
    }

    private static final class MeasuresEarly extends ForwardingFolder {
        private final Map<String, Long> measured = new HashMap<>();

        MeasuresEarly(DiskFolder folder) {
            super(folder);
        }

        @Override
        public long length(String name) throws IOException {
            Long early = measured.get(name);
            return early == null ? super.length(name) : early;
        }

        @Override
        public DiskFile create(String name) throws IOException {
            if (measured.isEmpty()) {
                for (String older : super.list()) {
                    measure(older);
                }
            }
            return super.create(name);
        }

        private void measure(String name) throws IOException {
            try {
                measured.put(name, super.length(name));
            } catch (NoSuchFileException freed) {
                measured.put(name, 0L);
            }
        }
    }
}
