package io.staunch.protocol.format;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** As {@code GoldenFiles} of the test kit, which knows this module and so can't be used by it. */
final class Golden {
    private static final Path FOLDER = Path.of("src", "test", "resources", "golden");

    private Golden() {}

    /** @param today what today's code writes */
    static byte[] read(String name, byte[] today) {
        try (InputStream there = Golden.class.getResourceAsStream("/golden/" + name)) {
            if (there != null) {
                return there.readAllBytes();
            }
            if (!"write".equals(System.getProperty("staunch.golden"))) {
                throw new AssertionError("golden file " + name + " is missing; -Dstaunch.golden=write writes it");
            }
            Files.createDirectories(FOLDER.resolve(name).getParent());
            Files.write(FOLDER.resolve(name), today);
            return today;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
