package io.staunch.jdbc.testkit;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Folders with all that is in them. */
final class Folders {
    private Folders() {}

    static void delete(Path folder) throws IOException {
        List<Path> all;
        try (Stream<Path> paths = Files.walk(folder)) {
            all = paths.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path each : all) {
            Files.deleteIfExists(each);
        }
    }

    /** In one step, so that nobody finds half of it. If somebody else was faster, theirs stays. */
    static void moveUnlessThere(Path made, Path folder) throws IOException {
        try {
            Files.move(made, folder, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileAlreadyExistsException | DirectoryNotEmptyException e) {
            delete(made);
        }
    }

    /** To a folder that is not there yet. */
    static void copy(Path folder, Path to) throws IOException {
        List<Path> all;
        try (Stream<Path> paths = Files.walk(folder)) {
            all = paths.toList();
        }
        for (Path each : all) {
            Files.copy(each, to.resolve(folder.relativize(each)));
        }
    }
}
