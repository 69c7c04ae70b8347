package io.staunch.environment;

import java.util.Objects;

/**
 * What a name in a folder stood for at one moment.
 *
 * @param identity of the file, which it keeps when it is renamed or grows, and which another file of the same name does not have while both
 *     exist; when a file is gone, another one may get it. Made of letters, digits, dots and hyphens; empty if the file system knows none
 * @param length in bytes; for a folder it means nothing
 * @param folder whether it is a folder
 */
public record DiskEntry(String identity, long length, boolean folder) {
    public DiskEntry {
        Objects.requireNonNull(identity, "identity");
    }
}
