package io.staunch.files.testkit;

import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a file source reads, as its description says.
 *
 * @param root its folder
 * @param file the one file that it reads, or empty for all that the folder has
 * @param how what it makes of them
 */
record SourceFiles(Path root, Optional<String> file, Reads how) {
    private static final Pattern DESCRIPTION = Pattern.compile(
            "(?:JSON lines|CSV|lines) in (?<path>.+?)(?<how>, what is there at first|, complete files|)");

    /** When files come, and whether they grow. */
    enum Reads {
        /** They come, and grow. */
        GROWING,
        /** They come, and are whole then. */
        COMPLETE,
        /** All are there before the job starts. */
        WHAT_IS_THERE
    }

    /** Empty if the description is not one of a file source, or of one that picks files by their names. */
    static Optional<SourceFiles> of(String description) {
        Matcher parts = DESCRIPTION.matcher(description);
        if (!parts.matches() || description.contains(" matching ")) {
            return Optional.empty();
        }
        Path path = Path.of(parts.group("path")).toAbsolutePath().normalize();
        Reads how = parts.group("how").isEmpty()
                ? Reads.GROWING
                : parts.group("how").contains("complete") ? Reads.COMPLETE : Reads.WHAT_IS_THERE;
        String name = String.valueOf(path.getFileName());
        return Optional.of(
                name.contains(".") && path.getParent() != null
                        ? new SourceFiles(path.getParent(), Optional.of(name), how)
                        : new SourceFiles(path, Optional.empty(), how));
    }
}
