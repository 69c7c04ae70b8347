package io.staunch.statebackend.disk;

import java.nio.file.attribute.BasicFileAttributes;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a file is known by, whatever it is called. */
final class FileIdentity {
    /** How Java writes the key of a file on POSIX systems. */
    private static final Pattern KEY = Pattern.compile("\\(dev=[0-9a-f]+,ino=([0-9]+)\\)");

    private FileIdentity() {}

    /** The number of its inode; the device's number is left out, since it may change when a machine starts. On Windows, when it was made. */
    static String of(BasicFileAttributes file) {
        Object key = file.fileKey();
        if (key == null) {
            return "made-" + file.creationTime().toMillis();
        }
        Matcher posix = KEY.matcher(key.toString());
        return posix.matches() ? "inode-" + posix.group(1) : "";
    }
}
