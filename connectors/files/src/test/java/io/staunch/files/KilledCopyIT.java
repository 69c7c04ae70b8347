package io.staunch.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.observe.ProtocolStep;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A job that copies lines is killed with {@code SIGKILL} at each step of its sink, one after the other, while somebody lists its output all the time. */
class KilledCopyIT {
    private static final List<String> LINES =
            IntStream.range(0, 12_000).mapToObj(i -> "line " + i).toList();
    private static final List<ProtocolStep> STEPS = List.of(
            ProtocolStep.FOLLOWER_FENCED,
            ProtocolStep.ROOT_COMMITTED,
            ProtocolStep.SINK_PREPARED,
            ProtocolStep.DURABLE,
            ProtocolStep.FOLLOWER_COMMIT_SENT,
            ProtocolStep.OWNER_RECORDED,
            ProtocolStep.FOLLOWER_COMMITTED,
            ProtocolStep.FOLLOWER_CAUGHT_UP,
            ProtocolStep.SETTLED);

    @TempDir
    Path folder;

    @Test
    @Timeout(240)
    void whoeverListsTheFolderSeesABeginningAndInTheEndEachLineOnce() throws Exception {
        Files.createDirectories(folder.resolve("in"));
        Files.createDirectories(folder.resolve("out"));
        Files.write(folder.resolve("in").resolve("lines.txt"), LINES);
        var over = new AtomicBoolean();
        var wrong = new AtomicReference<@Nullable Throwable>();
        Thread reader = new Thread(
                () -> {
                    try {
                        while (!over.get()) {
                            look();
                        }
                    } catch (Throwable e) {
                        wrong.set(e);
                    }
                },
                "reader");
        reader.start();
        int held = 0;
        for (ProtocolStep step : STEPS) {
            held += live(step) ? 1 : 0;
        }
        live(ProtocolStep.LEAD_FENCED);
        over.set(true);
        reader.join();
        assertThat(wrong.get()).isNull();
        assertThat(shown()).isEqualTo(LINES);
        assertThat(held).as("processes that were killed at their step").isGreaterThanOrEqualTo(5);
        try (Stream<Path> files = Files.list(folder.resolve("out"))) {
            assertThat(files.map(Path::getFileName).map(Path::toString)).noneMatch(name -> name.contains(".writing"));
        }
    }

    private void look() throws IOException {
        List<String> seen = shown();
        assertThat(seen).isEqualTo(LINES.subList(0, seen.size()));
    }

    /** In the order of their names, listed once: a file that is shown stays. */
    private List<String> shown() throws IOException {
        List<Path> names;
        try (Stream<Path> files = Files.list(folder.resolve("out"))) {
            names = files.filter(file -> !FolderTree.hidden(file.getFileName().toString()))
                    .sorted()
                    .toList();
        }
        List<String> lines = new ArrayList<>();
        for (Path each : names) {
            lines.addAll(Files.readAllLines(each));
        }
        return lines;
    }

    /** @return whether the process came to the step, and was killed there */
    private boolean live(ProtocolStep step) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        CopyingProcess.class.getName(),
                        folder.toString(),
                        step.name())
                .redirectError(folder.resolve("log.txt").toFile())
                .start();
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            String line = out.readLine();
            boolean held = CopyingProcess.HELD.equals(line);
            if (held) {
                process.destroyForcibly();
            }
            assertThat(process.waitFor(60, TimeUnit.SECONDS))
                    .as("the process has ended")
                    .isTrue();
            if (!held) {
                assertThat(process.exitValue())
                        .as(Files.readString(folder.resolve("log.txt")))
                        .isZero();
            }
            return held;
        } finally {
            process.destroyForcibly();
        }
    }
}
