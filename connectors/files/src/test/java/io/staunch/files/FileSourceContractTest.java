package io.staunch.files;

import io.staunch.environment.Environment;
import io.staunch.runtime.environment.LocalEnvironment;
import io.staunch.source.Source;
import io.staunch.testkit.contract.SourceContract;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

/** Files of this machine that grow, plain and compressed. */
class FileSourceContractTest {
    @Nested
    class Plain extends OfFiles {
        Plain() {
            super(Compression.NONE);
        }
    }

    /** What is appended is a stream of its own. */
    @Nested
    class Gzip extends OfFiles {
        Gzip() {
            super(Compression.GZIP);
        }
    }

    @Nested
    class Zstd extends OfFiles {
        Zstd() {
            super(Compression.ZSTD);
        }
    }

    abstract static class OfFiles extends SourceContract {
        private final Compression compression;

        @TempDir
        Path folder;

        OfFiles(Compression compression) {
            this.compression = compression;
        }

        @BeforeEach
        void emptyFiles() {
            write(0, new byte[0]);
            write(1, new byte[0]);
        }

        @Override
        protected Source<String> source() {
            return FileSource.lines(folder);
        }

        @Override
        protected Environment environment() {
            return new LocalEnvironment();
        }

        @Override
        protected void append(int split, List<String> values) {
            String text = String.join("\n", values) + "\n";
            write(split, Compressed.as(compression, text.getBytes(StandardCharsets.UTF_8)));
        }

        private void write(int split, byte[] bytes) {
            try {
                Files.write(file(split), bytes, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private Path file(int split) {
            return folder.resolve("file-" + split + ".txt" + compression.suffix);
        }

        @Override
        protected boolean grow() {
            write(2, new byte[0]);
            return true;
        }

        @Override
        protected boolean remake() {
            try {
                for (int split = 0; split < 2; split++) {
                    Files.delete(file(split));
                    append(split, List.of("new 1", "new 2", "new 3"));
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return true;
        }

        @Override
        protected int randomRounds() {
            return 10;
        }
    }
}
