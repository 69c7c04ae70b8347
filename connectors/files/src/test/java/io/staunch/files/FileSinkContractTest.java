package io.staunch.files;

import io.staunch.environment.Environment;
import io.staunch.runtime.environment.LocalEnvironment;
import io.staunch.sink.TwoPhaseCommitSink;
import io.staunch.testkit.contract.TwoPhaseCommitContract;
import io.staunch.testkit.disk.SimulatedDisk;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

/** Files of this machine and of a simulated one, seen by somebody who lists the folder. */
class FileSinkContractTest {
    @Nested
    class OnThisMachine extends TwoPhaseCommitContract {
        @TempDir
        Path folder;

        @Override
        protected TwoPhaseCommitSink<String> sink() {
            return FileSink.lines(folder);
        }

        @Override
        protected Environment environment() {
            return new LocalEnvironment();
        }

        @Override
        protected List<String> written() {
            List<String> lines = new ArrayList<>();
            try (Stream<Path> files = Files.list(folder)) {
                for (Path file : files.sorted().toList()) {
                    if (!FolderTree.hidden(String.valueOf(file.getFileName()))) {
                        lines.addAll(Files.readAllLines(file));
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return lines;
        }
    }

    @Nested
    class CompressedOnASimulatedMachine extends TwoPhaseCommitContract {
        private final SimulatedDisk disk = new SimulatedDisk(new SplittableRandom(1));

        @Override
        protected TwoPhaseCommitSink<String> sink() {
            return FileSink.lines(World.IN).gzip();
        }

        @Override
        protected Environment environment() {
            return new World(disk);
        }

        @Override
        protected List<String> written() {
            List<String> lines = new ArrayList<>();
            for (String name : disk.files(World.IN)) {
                if (!FolderTree.hidden(name)) {
                    try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(disk.content(World.IN, name)))) {
                        new String(in.readAllBytes(), StandardCharsets.UTF_8)
                                .lines()
                                .forEach(lines::add);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }
            }
            return lines;
        }
    }
}
