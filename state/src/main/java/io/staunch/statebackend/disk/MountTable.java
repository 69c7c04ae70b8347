package io.staunch.statebackend.disk;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The file systems that are mounted, in the order in which they were. Of several at one place the last one is what is seen there, but Java names the first:
 * what waits there to mount another one (autofs), or what is hidden below it.
 *
 * @param text lines of {@code device place type options}, with spaces and backslashes in them as octal numbers
 */
record MountTable(String text) {
    private static final Path OF_LINUX = Path.of("/proc/mounts");
    private static final int TYPE = 2;

    /** The type of the file system that a path is on. */
    static String type(Path path) throws IOException {
        FileStore store = Files.getFileStore(path);
        String place = store.toString();
        String device = " (" + store.name() + ")";
        if (!place.endsWith(device) || !Files.isReadable(OF_LINUX)) {
            return store.type();
        }
        var mounts = new MountTable(new String(Files.readAllBytes(OF_LINUX), StandardCharsets.UTF_8));
        return mounts.typeAt(place.substring(0, place.length() - device.length()), store.type());
    }

    /**
     * What is seen at a place.
     *
     * @param otherwise what is answered if nothing is mounted there
     */
    String typeAt(String place, String otherwise) {
        String type = otherwise;
        for (String line : text.split("\n", -1)) {
            String[] fields = line.split(" ", -1);
            if (fields.length > TYPE && unescaped(fields[1]).equals(place)) {
                type = unescaped(fields[TYPE]);
            }
        }
        return type;
    }

    private static String unescaped(String field) {
        return field.replace("\\040", " ")
                .replace("\\011", "\t")
                .replace("\\012", "\n")
                .replace("\\043", "#")
                .replace("\\134", "\\");
    }
}
