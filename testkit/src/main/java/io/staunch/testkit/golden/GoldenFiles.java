package io.staunch.testkit.golden;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;

/**
 * Committed files of every version of a format: what one release has written is read by all later ones. They are resources of the tests,
 * under {@code src/test/resources/golden}.
 *
 * <p>A missing file fails the test. With {@code -Dstaunch.golden=write} it is written by today's code instead, to be looked at and
 * committed. A file that is there is never written again: a format that has changed gets a new version, and a file of its own.
 */
public final class GoldenFiles {
    private static final Path FOLDER = Path.of("src", "test", "resources", "golden");

    private GoldenFiles() {}

    /**
     * The content of a file.
     *
     * @param test whose resource it is
     * @param name for example {@code v1/position.txt}
     * @param today makes what today's code writes; used only if the file is missing and is to be written
     */
    public static byte[] read(Class<?> test, String name, Supplier<byte[]> today) {
        try (InputStream there = test.getResourceAsStream("/golden/" + name)) {
            if (there != null) {
                return there.readAllBytes();
            }
            if (!"write".equals(System.getProperty("staunch.golden"))) {
                throw new AssertionError("golden file " + name + " is missing; -Dstaunch.golden=write writes it");
            }
            byte[] written = today.get();
            Path file = FOLDER.resolve(name);
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.write(file, written);
            return written;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
