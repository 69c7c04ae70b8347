package io.staunch.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.Job;
import io.staunch.Pipeline;
import io.staunch.Settings;
import io.staunch.Staunch;
import io.staunch.guarantee.Guarantee;
import io.staunch.process.SideOutput;
import io.staunch.sink.RefusedRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The engine from end to end, on the disk of this machine. */
class FilesToFilesTest {
    private static final int FILES = 3;
    private static final int LINES = 2_000;
    private static final SideOutput<RefusedRecord<String>> REFUSED = SideOutput.named("refused");

    @TempDir
    Path folder;

    private Pipeline pipeline(FileSink<String> sink) {
        Pipeline pipeline = Pipeline.named("copy").guarantee(Guarantee.EXACTLY_ONCE);
        pipeline.from("in", FileSource.lines(folder.resolve("in")).bounded()).to("out", sink);
        return pipeline;
    }

    @Test
    @Timeout(120)
    void eachLineIsThereOnceAndInOrderWhenTheJobHasEnded() throws Exception {
        Files.createDirectories(folder.resolve("in"));
        for (int file = 0; file < FILES; file++) {
            List<String> lines = new ArrayList<>();
            for (int i = 0; i < LINES; i++) {
                lines.add(file + " " + i);
            }
            Files.write(folder.resolve("in").resolve(file + ".txt"), lines);
        }
        FileSink<String> sink = FileSink.lines(folder.resolve("out"))
                .folderBy(line -> "file=" + line.charAt(0))
                .rollEvery(Duration.ofHours(1))
                .gzip();
        Settings settings = Settings.stateIn(folder.resolve("state")).checkpointEvery(Duration.ofMillis(20));
        Staunch.start(pipeline(sink), settings).await();
        for (int file = 0; file < FILES; file++) {
            assertThat(lines(folder.resolve("out").resolve("file=" + file)))
                    .containsExactlyElementsOf(
                            Files.readAllLines(folder.resolve("in").resolve(file + ".txt")));
        }
    }

    /** Once they are in a transaction, each would cost a restart. */
    @Test
    @Timeout(120)
    void whatCanNotBeWrittenIsSetAsideOnceAndCostsNoRestart() throws Exception {
        List<String> all = IntStream.range(0, LINES)
                .mapToObj(i -> (i % 7 == 0 ? "bad " : "good ") + i)
                .toList();
        Files.createDirectories(folder.resolve("in"));
        Files.write(folder.resolve("in").resolve("one.txt"), all);
        Pipeline pipeline = pipeline(FileSink.lines(folder.resolve("out"))
                .folderBy(line -> line.startsWith("bad") ? "../elsewhere" : "here")
                .rollEvery(Duration.ofHours(1))
                .gzip()
                .refusedRecordsTo(REFUSED));
        pipeline.sideOutput("out", REFUSED)
                .map(RefusedRecord::value)
                .to(
                        "aside",
                        FileSink.lines(folder.resolve("aside"))
                                .rollEvery(Duration.ofHours(1))
                                .gzip());
        Settings settings = Settings.stateIn(folder.resolve("state")).checkpointEvery(Duration.ofMillis(20));
        Job job = Staunch.start(pipeline, settings);
        job.await();
        assertThat(lines(folder.resolve("out").resolve("here")))
                .containsExactlyElementsOf(
                        all.stream().filter(line -> line.startsWith("good")).toList());
        assertThat(lines(folder.resolve("aside")))
                .containsExactlyElementsOf(
                        all.stream().filter(line -> line.startsWith("bad")).toList());
        assertThat(job.status().restarts()).isZero();
    }

    private static List<String> lines(Path in) throws IOException {
        List<String> lines = new ArrayList<>();
        try (Stream<Path> files = Files.list(in)) {
            for (Path each : files.filter(Files::isRegularFile).sorted().toList()) {
                assertThat(each.getFileName().toString()).endsWith(".txt.gz").doesNotStartWith(".");
                var content = Compression.GZIP.content(Files.newInputStream(each));
                new String(content.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8)
                        .lines()
                        .forEach(lines::add);
                content.close();
            }
        }
        return lines;
    }
}
