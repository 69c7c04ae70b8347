package io.staunch.environment;

import java.io.IOException;
import java.nio.file.Path;

/** A file system. */
public interface Disk {
    /**
     * Opens a folder for use, creating it and its parents if they are missing.
     *
     * @throws IOException if it can't be created, is no folder, can't be read or written, or lies on a file system whose cached
     *     attributes or missing locks would break the checkpoint store's fence; the message says which
     */
    DiskFolder open(Path folder) throws IOException;
}
