package io.staunch.kafka;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Committed files of every version of a format: what a release has written is read by all later ones. With {@code -Dstaunch.golden=write}
 * a file that is missing is written by today's code; one that is there never changes.
 */
final class Golden {
    private static final Path FOLDER = Path.of("src", "test", "resources", "golden");

    private Golden() {}

    /** @param today what today's code writes */
    static byte[] file(String name, byte[] today) {
        try (InputStream there = Golden.class.getResourceAsStream("/golden/" + name)) {
            if (there != null) {
                return there.readAllBytes();
            }
            if (!"write".equals(System.getProperty("staunch.golden"))) {
                throw new AssertionError("golden file " + name + " is missing: see CONTRIBUTING.md");
            }
            Files.createDirectories(FOLDER.resolve(name).getParent());
            Files.write(FOLDER.resolve(name), today);
            return today;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
