package io.staunch.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class CommandLineTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''                                        | a command is missing",
                "dmeo                                      | dmeo",
                "demo --records many                       | --records",
                "demo --records 10                         | --records must be from 1000",
                "demo --kills -1                           | --kills must be from 0",
                "demo --port 70000                         | --port must be from 0",
                "demo --checkpoint-ms 0                    | --checkpoint-ms must be at least 1",
                "demo --guarantee twice                    | at-most-once, at-least-once or exactly-once",
                "demo --sinks kafka,tables                 | --sinks: there is no sink 'tables'; there are kafka, jdbc, files",
                "demo --sinks all --job logins             | --sinks: the job logins writes to kafka alone",
                "demo --sinks files --guarantee at-least-once | --sinks: beside kafka the job writes exactly-once",
                "demo --sinks jdbc --trace                 | --sinks: a trace is of a job that writes to kafka alone",
                "demo --records 1 --kills -1               | --records must be from 1000 to 50000000, was 1; --kills",
                "explain nothing                           | airport-delays, quick-start, payment-check, logins",
                "explain --jar a.jar                       | --jar and --main go together",
                "explain --jar missing.jar --main a.B      | no such file",
                "explain --jar a.jar --main a.B --broker b:1 | without --broker",
                "explain --outage 5                        | --outage goes with --live",
                "explain --live --outage 1e300             | --outage must be from 0 to 1000000 hours",
                "explain --live --outage NaN               | --outage must be from 0 to 1000000 hours",
                "explain --guarantee twice                 | at-most-once, at-least-once or exactly-once",
                "simulate --seeds none                     | --seeds",
                "simulate --seeds -1                       | --seeds must be",
                "simulate --seeds 5 --minutes 1            | leave one out",
                "simulate --minutes 1e300                  | --minutes must be more than 0 and at most 1000000"
            })
    void aMistakeIsOneLineThatNamesItAndExitCode2(String line, String named) {
        int code = execute(line.isBlank() ? new String[0] : line.strip().split(" "));
        assertThat(err.toString()).startsWith("staunch: ").contains(named);
        assertThat(err.toString().strip().lines()).hasSize(1);
        assertThat(code).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "demo --help", "simulate --help", "explain --help", "--version"})
    void helpIsExitCode0(String line) {
        assertThat(execute(line.split(" "))).isZero();
        assertThat(out.toString()).isNotBlank();
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void theCommandOfTheChildIsNotShown() {
        execute("--help");
        assertThat(out.toString()).contains("demo", "simulate", "explain").doesNotContain("demo-job");
    }

    @Test
    void aPipelineThatAStartWouldRefuseIsExitCode1() {
        assertThat(execute("explain", "quick-start", "--guarantee", "at-most-once"))
                .isEqualTo(1);
        assertThat(err.toString())
                .startsWith("staunch: pipeline 'spending' can't be started")
                .contains("sink 'spending' commits with checkpoints");
        assertThat(execute("explain", "--broker", "nowhere")).isEqualTo(1);
        assertThat(err.toString()).contains("'nowhere' is no host:port");
    }

    @Test
    void theDeathsAtPairsOfAnEarlierCampaignStayUntilThereAreOthers(@TempDir Path folder) throws Exception {
        Path pairs = Files.writeString(folder.resolve("pairs.csv"), "earlier");
        assertThat(execute("simulate", "--pipeline", "random-log", "--pairs", folder.toString()))
                .isEqualTo(2);
        assertThat(err.toString()).contains("--pairs: " + folder);
        assertThat(execute("simulate", "--pairs", pairs.toString(), "--pipeline", "nothing"))
                .isEqualTo(2);
        assertThat(pairs).content().isEqualTo("earlier");
    }

    @Test
    void aFolderThatDoesNotExistIsExitCode1() {
        assertThat(execute("demo", "--folder", "/no/such/folder")).isEqualTo(1);
        assertThat(err.toString()).contains("/no/such/folder").contains("--folder");
    }

    @Test
    void theFileOfMissedPairsIsNotOverwritten(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("pairs.csv");
        String counted = "deaths,pair\n0,\"CRASH DURABLE, then CRASH COMMITTED\"\n";
        Files.writeString(file, counted);
        int code = execute("simulate", "--seeds", "1", "--missed", file.toString(), "--pairs", folder + "/./pairs.csv");
        assertThat(err.toString()).contains("is the file of --missed").contains("name another one");
        assertThat(code).isEqualTo(2);
        assertThat(file).hasContent(counted);
    }

    private int execute(String... args) {
        CommandLine command = Main.commandLine();
        command.setOut(new PrintWriter(out, true));
        command.setErr(new PrintWriter(err, true));
        return command.execute(args);
    }
}
