package io.staunch.files;

import io.staunch.function.MapFunction;
import io.staunch.sink.RefusedRecordException;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a sink does with the records of its format.
 *
 * @param folderBy names the folder of each record below the sink's; null if there is only that one
 */
record SinkOptions<T>(
        Rolling rolling, Compression compression, @Nullable MapFunction<? super T, String> folderBy)
        implements Serializable {
    private static final String NAME = "[^./\\\\\\p{Cntrl}_][^/\\\\\\p{Cntrl}]{0,199}";
    private static final Pattern FOLDER = Pattern.compile(NAME + "(/" + NAME + ")*");
    /** Of a name, on the file systems that there are. */
    private static final int MOST_BYTES = 255;

    SinkOptions<T> rolling(Rolling changed) {
        return new SinkOptions<>(changed, compression, folderBy);
    }

    SinkOptions<T> compression(Compression changed) {
        return new SinkOptions<>(rolling, changed, folderBy);
    }

    SinkOptions<T> folderBy(MapFunction<? super T, String> changed) {
        return new SinkOptions<>(rolling, compression, changed);
    }

    /** The folder of a record, with {@code /} between names; empty for that of the sink. */
    String folderOf(T value) throws Exception {
        if (folderBy == null) {
            return "";
        }
        String folder = folderBy.map(value);
        if (folder == null || !FOLDER.matcher(folder).matches() || !isPath(folder)) {
            throw new RefusedRecordException(
                    "folderBy names no folder below the sink's for it: expected names of 1 to 200"
                            + " characters (255 bytes) that the file system can store, with '/' between them, none beginning"
                            + " with '.' or '_', for example day=2026-11-30");
        }
        return folder;
    }

    /** Without a half of a character, say, or one that the system's encoding does not have. */
    private static boolean isPath(String folder) {
        try {
            Path path = Path.of(folder);
            for (Path name : path) {
                if (name.toString().getBytes(StandardCharsets.UTF_8).length > MOST_BYTES) {
                    return false;
                }
            }
            return true;
        } catch (InvalidPathException e) {
            return false;
        }
    }
}
