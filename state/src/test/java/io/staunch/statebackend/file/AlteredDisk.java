package io.staunch.statebackend.file;

import io.staunch.environment.Disk;
import io.staunch.environment.DiskAccess;
import io.staunch.environment.DiskFolder;
import io.staunch.testkit.environment.ForwardingFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** A disk that does something else than it is asked for. */
record AlteredDisk(Disk disk, UnaryOperator<DiskFolder> alter) implements Disk {
    /** A disk whose locks keep nobody out, as if its users ran on two machines. */
    static Disk withoutLocks(Disk disk) {
        return new AlteredDisk(disk, folder -> new ForwardingFolder(folder) {
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
}
