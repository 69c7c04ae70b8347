package io.staunch.verification.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;

/** A temporary folder that is gone when it is closed. */
final class TemporaryFolder implements AutoCloseable {
    private final Path path;

    TemporaryFolder() throws IOException {
        path = Files.createTempDirectory("staunch-bench");
    }

    Path path() {
        return path;
    }

    @Override
    public void close() throws IOException {
        List<Path> all;
        try (var paths = Files.walk(path)) {
            all = paths.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path each : all) {
            Files.deleteIfExists(each);
        }
    }
}
