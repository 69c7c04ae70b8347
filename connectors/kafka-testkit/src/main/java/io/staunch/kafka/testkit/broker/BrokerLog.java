package io.staunch.kafka.testkit.broker;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What a broker has written to its standard output and error, over all its restarts.
 *
 * @param file the log; may not exist yet
 */
record BrokerLog(Path file) {
    private static final int MAX_TAIL_BYTES = 256 * 1024;

    /** Returns the last lines, the newest last; fewer if there are fewer, or if they are very long. */
    List<String> tail(int lines) {
        if (!Files.exists(file)) {
            return List.of();
        }
        try (RandomAccessFile log = new RandomAccessFile(file.toFile(), "r")) {
            long start = Math.max(0, log.length() - MAX_TAIL_BYTES);
            byte[] bytes = new byte[(int) (log.length() - start)];
            log.seek(start);
            log.readFully(bytes);
            List<String> all = new String(bytes, StandardCharsets.UTF_8).lines().toList();
            return all.subList(Math.max(0, all.size() - lines), all.size());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the end of the log for an error message, indented, under a line that names the file. */
    String quoted() {
        List<String> tail = tail(30);
        return tail.isEmpty()
                ? System.lineSeparator() + "Its log " + file + " is empty."
                : System.lineSeparator() + "The end of its log " + file + ":" + System.lineSeparator() + "  "
                        + String.join(System.lineSeparator() + "  ", tail);
    }
}
