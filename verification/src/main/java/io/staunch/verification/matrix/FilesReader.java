package io.staunch.verification.matrix;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.staunch.verification.kafka.CountingJob;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Lists a folder again and again, and reads each new file once, whole, in the order of the names. */
final class FilesReader implements OutputReader {
    private static final long PAUSE_MS = 5;

    private final Path folder;
    private final JsonMapper json = new JsonMapper();
    private String newest = "";

    FilesReader(Path folder) {
        this.folder = folder;
    }

    @Override
    public void read(Taker taker) {
        List<String> names = unread();
        for (String name : names) {
            newest = name;
            file(name, taker);
        }
        if (names.isEmpty()) {
            pause();
        }
    }

    /** Nobody may be shown a file before it is whole, so one without its last line end is one that can't be read. */
    private void file(String name, Taker taker) {
        String text;
        try {
            text = Files.readString(folder.resolve(name));
        } catch (IOException e) {
            taker.take(0, null);
            return;
        }
        if (!text.endsWith("\n")) {
            taker.take(0, null);
        }
        text.lines().forEach(line -> line(line, taker));
    }

    private void line(String line, Taker taker) {
        try {
            taker.take(0, json.readValue(line, CountingJob.Running.class));
        } catch (JsonProcessingException e) {
            taker.take(0, null);
        }
    }

    /** A file that comes behind a later name would never be read, and its records be missed. */
    private List<String> unread() {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> !name.startsWith(".") && name.compareTo(newest) > 0)
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public boolean atEnd() {
        return unread().isEmpty();
    }

    @Override
    public void interrupt() {
        // A read takes no longer than a file.
    }

    @Override
    public void close() {}
}
