package io.staunch.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.cli.command.CommandFailure;
import io.staunch.cli.command.Screen;
import io.staunch.guarantee.Guarantee;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo itself, in the small: a real broker, a real job, real kills. */
class DemoIT {
    private final ByteArrayOutputStream shown = new ByteArrayOutputStream();

    @TempDir
    private Path folder;

    @AfterEach
    void nothingIsLeftBehind() {
        assertThat(folder).isEmptyDirectory();
        assertThat(ProcessHandle.current().children()).isEmpty();
    }

    @Test
    void exactlyOnceIsExactThroughKillsBetweenDurableAndCommitted() throws InterruptedException {
        // Enough that there is work left after a kill at a random moment, on any machine.
        FlightsVerdict verdict = run(options(400_000, 3, Guarantee.EXACTLY_ONCE, 0));
        assertThat(verdict.exact()).as(shown.toString(StandardCharsets.UTF_8)).isTrue();
        assertThat(verdict.kills().count()).isEqualTo(3);
        assertThat(verdict.kills().beforeCommit()).isEqualTo(2);
        assertThat(verdict.kills().recoveries()).hasSize(3);
    }

    @Test
    void topicTableAndFilesAreEachExactThroughKills() throws InterruptedException {
        Set<DemoSink> all = EnumSet.allOf(DemoSink.class);
        FlightsVerdict verdict = run(options(all, 60_000, 2, Guarantee.EXACTLY_ONCE, 0));
        assertThat(verdict.exact()).as(shown.toString(StandardCharsets.UTF_8)).isTrue();
        assertThat(verdict.found().keySet()).isEqualTo(all);
        assertThat(verdict.found().values()).allMatch(counts -> counts.out() == 60_000);
        assertThat(verdict.kills().count()).isEqualTo(2);
    }

    @Test
    void usersOfTheLastHourAreExactThroughKills() throws InterruptedException {
        var options = new DemoOptions(
                DemoJob.LOGINS,
                EnumSet.of(DemoSink.KAFKA),
                150_000,
                2,
                7,
                Guarantee.EXACTLY_ONCE,
                Duration.ofMillis(20),
                0,
                folder);
        try (Workspace workspace = Workspace.in(folder, 0)) {
            LoginsVerdict verdict = (LoginsVerdict) new Demo(options, screen()).run(workspace);
            assertThat(verdict.exact())
                    .as(shown.toString(StandardCharsets.UTF_8))
                    .isTrue();
            assertThat(verdict.kills().count()).isEqualTo(2);
        }
    }

    @Test
    void atLeastOnceLosesNothing() throws InterruptedException {
        FlightsVerdict verdict = run(options(40_000, 2, Guarantee.AT_LEAST_ONCE, 0));
        assertThat(verdict.kept()).as(shown.toString(StandardCharsets.UTF_8)).isTrue();
        assertThat(verdict.counts().lost()).isZero();
    }

    @Test
    void atMostOnceRepeatsNothing() throws InterruptedException {
        FlightsVerdict verdict = run(options(40_000, 2, Guarantee.AT_MOST_ONCE, 0));
        assertThat(verdict.kept()).as(shown.toString(StandardCharsets.UTF_8)).isTrue();
        assertThat(verdict.counts().duplicated()).isZero();
    }

    @Test
    void aTraceHasAllStepsOfOneCheckpoint() throws InterruptedException {
        DemoOptions options = options(1_000, 0, Guarantee.EXACTLY_ONCE, 0);
        try (Workspace workspace = Workspace.in(folder, 0)) {
            Trace.Checkpoint checkpoint = new TraceRun(options, screen()).run(workspace);
            assertThat(TraceText.of(checkpoint).toString())
                    .contains(
                            "TRANSACTION_OPENED",
                            "CHECKPOINT_STARTED",
                            "BARRIER_SENT",
                            "BARRIER_ALIGNED",
                            "STATE_CAPTURED",
                            "SINK_PREPARED",
                            "ACKNOWLEDGED",
                            "DURABLE",
                            "COMMIT_SENT",
                            "COMMITTED",
                            "SETTLED",
                            "read_committed");
        }
    }

    @Test
    void aTakenPortIsNamedWithTheWayOut() throws IOException {
        try (var taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            Assertions.assertThatThrownBy(() -> run(options(1_000, 0, Guarantee.EXACTLY_ONCE, taken.getLocalPort())))
                    .isInstanceOf(CommandFailure.class)
                    .hasMessageContaining("Port " + taken.getLocalPort())
                    .hasMessageContaining("--port");
        }
    }

    @Test
    void tooLittleDiskIsNamedWithTheWaysOut() {
        Assertions.assertThatThrownBy(() -> Workspace.in(folder, Long.MAX_VALUE))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("not enough disk")
                .hasMessageContaining("--folder")
                .hasMessageContaining("--records");
    }

    private FlightsVerdict run(DemoOptions options) throws InterruptedException {
        try (Workspace workspace = Workspace.in(folder, 0)) {
            return (FlightsVerdict) new Demo(options, screen()).run(workspace);
        }
    }

    private DemoOptions options(int records, int kills, Guarantee guarantee, int port) {
        return options(EnumSet.of(DemoSink.KAFKA), records, kills, guarantee, port);
    }

    private DemoOptions options(Set<DemoSink> sinks, int records, int kills, Guarantee guarantee, int port) {
        return new DemoOptions(
                DemoJob.FLIGHTS, sinks, records, kills, 7, guarantee, Duration.ofMillis(20), port, folder);
    }

    private Screen screen() {
        return new Screen(new PrintStream(shown, true, StandardCharsets.UTF_8), false);
    }
}
