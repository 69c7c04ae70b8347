package io.staunch.cli.demo;

import io.staunch.cli.command.CommandFailure;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The job's files, read as by anybody who lists their folder. */
final class FilesOutput implements OutputBeside {
    private final Path folder;

    FilesOutput(Path folder) {
        this.folder = folder;
    }

    /** The lines of all files in the order of their names, but for those that the job hides: their names begin with a dot. */
    @Override
    public void read(Output into) {
        try {
            for (Path file : shown()) {
                read(file, into);
            }
        } catch (IOException e) {
            throw new CommandFailure("the files in " + folder + " can't be read: " + e, e);
        }
    }

    private List<Path> shown() throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(file -> !file.getFileName().toString().startsWith("."))
                    .sorted()
                    .toList();
        }
    }

    private static void read(Path file, Output into) throws IOException {
        try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
            String line = lines.readLine();
            while (line != null) {
                count(line, into);
                line = lines.readLine();
            }
        }
    }

    /** One byte is one character here, so that no bytes are lost on the way, and what is damaged counts as such. */
    private static void count(String line, Output into) {
        try {
            into.add(0, line.getBytes(StandardCharsets.ISO_8859_1));
        } catch (IOException | IllegalArgumentException e) {
            into.addUnreadable();
        }
    }
}
