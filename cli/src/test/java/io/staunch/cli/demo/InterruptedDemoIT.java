package io.staunch.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The demo as a process that is told to end in the middle of its work, as by Ctrl-C. */
class InterruptedDemoIT {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"Starting a Kafka broker, kafka", "Starting a PostgreSQL, jdbc", "Loading, kafka", "SIGKILL 1, all"})
    void nothingIsLeftBehind(String lineBefore, String sinks) throws IOException, InterruptedException {
        Process demo = start("--records", "200000", "--kills", "5", "--seed", "3", "--sinks", sinks);
        try (BufferedReader output = demo.inputReader(StandardCharsets.UTF_8)) {
            awaitLine(output, lineBefore);
            List<ProcessHandle> children = demo.descendants().toList();
            demo.destroy();
            assertThat(demo.waitFor(1, TimeUnit.MINUTES)).isTrue();
            assertThat(children).noneMatch(ProcessHandle::isAlive);
            assertThat(folder).isEmptyDirectory();
            assertThat(ProcessHandle.allProcesses()).noneMatch(this::worksHere);
        } finally {
            demo.destroyForcibly();
        }
    }

    @Test
    void theJsonLineIsAllThatIsOnStandardOutput() throws IOException, InterruptedException {
        Process demo = start("--records", "20000", "--kills", "2", "--checkpoint-ms", "20", "--json");
        String output;
        try (BufferedReader reader = demo.inputReader(StandardCharsets.UTF_8)) {
            output = String.join("\n", reader.lines().toList());
        }
        assertThat(demo.waitFor()).isZero();
        // So few records may all be out before a kill, and then there is nothing to recover for.
        assertThat(output)
                .matches("\\{\"in\":20000,\"out\":20000,\"lost\":0,\"duplicated\":0,\"kills\":2,"
                        + "\"killsBeforeCommit\":\\d,\"recoveries\":\\[(\\d+(,\\d+)?)?]}");
    }

    private boolean worksHere(ProcessHandle process) {
        return process.info().commandLine().orElse("").contains(folder.toString());
    }

    private Process start(String... arguments) throws IOException {
        List<String> command = new java.util.ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "io.staunch.cli.Main",
                "demo",
                "--folder",
                folder.toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
        return builder.start();
    }

    private static void awaitLine(BufferedReader output, String beginning) throws IOException {
        String line = output.readLine();
        while (line != null && !line.strip().startsWith(beginning)) {
            line = output.readLine();
        }
        assertThat(line).as("a line that begins with " + beginning).isNotNull();
    }
}
