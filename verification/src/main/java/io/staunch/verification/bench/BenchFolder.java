package io.staunch.verification.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;

/** A temporary folder that is gone when it is closed. */
final class BenchFolder implements AutoCloseable {
    private final Path path;

    BenchFolder(String prefix) throws IOException {
        path = Files.createTempDirectory(prefix);
    }

    Path sub(String name) throws IOException {
        return Files.createDirectory(path.resolve(name));
    }

    @Override
    public void close() throws IOException {
        List<Path> all;
        try (var paths = Files.walk(path)) {
            all = paths.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path each : all) {
            Files.delete(each);
        }
    }
}
