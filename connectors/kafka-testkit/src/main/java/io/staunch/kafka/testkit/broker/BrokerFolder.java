package io.staunch.kafka.testkit.broker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * What one broker has on disk: data, settings, certificates and log.
 *
 * @param root the folder that holds it all
 * @param temporary whether the folder goes when the broker is closed
 */
record BrokerFolder(Path root, boolean temporary) {
    /** Opens the given folder, or makes a temporary one. */
    static BrokerFolder open(@Nullable Path given) {
        try {
            return given == null
                    ? new BrokerFolder(Files.createTempDirectory("staunch-kafka-"), true)
                    : new BrokerFolder(Files.createDirectories(given.toAbsolutePath()), false);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Kafka's {@code log.dirs}. */
    Path data() {
        return root.resolve("data");
    }

    Path properties() {
        return root.resolve("server.properties");
    }

    Path log() {
        return root.resolve("broker.log");
    }

    Path certificates() {
        return root.resolve("tls");
    }

    /** Writes {@code server.properties}, over what a former start left. */
    void write(Map<String, String> settings) {
        Properties lines = new Properties();
        lines.putAll(settings);
        try (Writer writer = Files.newBufferedWriter(properties())) {
            lines.store(writer, null);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Deletes a temporary folder; leaves one that was given alone. Only when no process writes there any more. */
    void release() {
        if (temporary) {
            delete(root);
        }
    }

    /** Deletes a folder with all that is in it; one that does not exist is as good. */
    static void delete(Path folder) {
        try {
            Files.walkFileTree(folder, new Deletion());
        } catch (NoSuchFileException gone) {
            // as wanted
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final class Deletion extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException error) throws IOException {
            if (error != null) {
                throw error;
            }
            Files.delete(folder);
            return FileVisitResult.CONTINUE;
        }
    }
}
