package io.staunch.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.Job;
import io.staunch.Pipeline;
import io.staunch.RestartPolicy;
import io.staunch.Settings;
import io.staunch.Staunch;
import io.staunch.guarantee.Guarantee;
import io.staunch.observe.JobListener;
import io.staunch.observe.ProtocolEvent;
import io.staunch.observe.ProtocolStep;
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

/** The engine sets nothing aside of a sink that prepares; of files, somebody can. */
@Timeout(120)
class GivenUpTransactionTest {
    private static final int LINES = 2_000;

    @TempDir
    Path folder;

    private Path out() {
        return folder.resolve("out");
    }

    private Path own() {
        return out().resolve(SinkFolder.OWN).resolve(SinkFolder.name("out", "copy"));
    }

    private Pipeline pipeline() {
        Pipeline pipeline = Pipeline.named("copy").guarantee(Guarantee.EXACTLY_ONCE);
        pipeline.from("in", FileSource.lines(folder.resolve("in")).bounded()).to("out", FileSink.lines(out()));
        return pipeline;
    }

    private Settings settings() {
        return Settings.stateIn(folder.resolve("state"))
                .checkpointEvery(Duration.ofMillis(20))
                .restart(RestartPolicy.never())
                .lastCheckpointWithin(Duration.ZERO);
    }

    private static void run(Pipeline pipeline, Settings settings) throws InterruptedException {
        try (Job job = Staunch.start(pipeline, settings)) {
            job.await();
        }
    }

    private static List<Path> in(Path folder, String end) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> file.getFileName().toString().endsWith(end))
                    .sorted()
                    .toList();
        }
    }

    private String preparedByAJobThatDies() throws IOException {
        JobListener dies = new JobListener() {
            @Override
            public void on(ProtocolEvent event) {
                if (event.step() == ProtocolStep.FOLLOWER_COMMIT_SENT && event.checkpoint() > 0) {
                    throw new IllegalStateException("dies");
                }
            }
        };
        assertThatThrownBy(() -> run(pipeline(), settings().listener(dies))).hasStackTraceContaining("dies");
        try (Stream<Path> manifests = Files.list(own())) {
            return manifests
                    .map(each -> each.getFileName().toString())
                    .filter(name -> name.startsWith(SinkFolder.PREPARED))
                    .map(name -> name.substring(SinkFolder.PREPARED.length()))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void whatSomebodyMovesAwayIsNamedAndPassedOverWithConsentAndItsRecordsAreWhereTheyWereMoved() throws Exception {
        List<String> all = IntStream.range(0, LINES).mapToObj(i -> "line " + i).toList();
        Files.createDirectories(folder.resolve("in"));
        Files.write(folder.resolve("in").resolve("one.txt"), all);
        String token = preparedByAJobThatDies();
        Path aside = Files.createDirectory(folder.resolve("aside"));
        for (Path file : in(out(), HiddenFile.SUFFIX)) {
            Files.move(file, aside.resolve(file.getFileName().toString().substring(1)));
        }
        Path manifest = own().resolve(SinkFolder.PREPARED + token);
        Files.move(manifest, aside.resolve("manifest"));

        assertThatThrownBy(() -> run(pipeline(), settings()))
                .hasMessageContaining("the outside has dropped prepared transactions")
                .hasMessageContaining("drop(\"" + token + "\")");
        run(pipeline(), settings().drop(token));

        List<String> lines = new ArrayList<>();
        for (Path file : in(aside, HiddenFile.SUFFIX)) {
            lines.addAll(Files.readAllLines(file));
        }
        assertThat(lines).isNotEmpty();
        for (Path file : in(out(), ".txt")) {
            lines.addAll(Files.readAllLines(file));
        }
        assertThat(lines).containsExactlyInAnyOrderElementsOf(all);
        assertThat(in(folder.resolve("state"), "-lost.json"))
                .singleElement()
                .satisfies(loss -> assertThat(Files.readString(loss)).contains(token, "\"source\":\"in\""));
    }
}
