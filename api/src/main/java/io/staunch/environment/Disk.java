package io.staunch.environment;

import java.io.IOException;
import java.nio.file.Path;

/** A file system. */
@FunctionalInterface
public interface Disk {
    /**
     * Opens a folder.
     *
     * @throws java.nio.file.NoSuchFileException if it is missing and opened for {@link DiskAccess#READ}
     * @throws java.nio.file.NotDirectoryException if it is a file and opened for {@link DiskAccess#READ}
     * @throws IOException if it can't be created, is no folder, or can't be used as {@code access} needs it; the message says which, and
     *     what to do
     */
    DiskFolder open(Path folder, DiskAccess access) throws IOException;

    /** Opens a folder for {@link DiskAccess#OWN}. */
    default DiskFolder open(Path folder) throws IOException {
        return open(folder, DiskAccess.OWN);
    }

    /**
     * Looks what a path is on. Makes and changes nothing.
     *
     * @throws IOException if it can't be found out; the message says why
     */
    default DiskPlace place(Path path) throws IOException {
        throw new IOException("what " + path + " is on is not known: this disk does not tell");
    }
}
