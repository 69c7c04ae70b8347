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
import io.staunch.runtime.environment.LocalEnvironment;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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

    /** What is damaged is not decided on: the manifest keeps its name, under which the message and the guide have it. */
    @Test
    void aManifestThatIsDamagedStaysPrepared() throws Exception {
        Files.createDirectories(folder.resolve("in"));
        Files.write(folder.resolve("in").resolve("one.txt"), List.of("line"));
        String token = preparedByAJobThatDies();
        Path manifest = own().resolve(SinkFolder.PREPARED + token);
        byte[] whole = Files.readAllBytes(manifest);
        byte[] damaged = whole.clone();
        damaged[damaged.length - 2] ^= 1;
        Files.write(manifest, damaged);

        for (int start = 1; start <= 2; start++) {
            assertThatThrownBy(() -> run(pipeline(), settings()))
                    .hasMessageContaining("is damaged")
                    .hasMessageContaining("transaction " + token + " stays prepared");
        }
        Files.write(manifest, whole);
        run(pipeline(), settings());

        assertThat(in(out(), ".txt"))
                .singleElement()
                .satisfies(file -> assertThat(Files.readAllLines(file)).containsExactly("line"));
    }

    /** It has earlier transactions, too; and behind the length that the manifest gives it what the next run writes again. */
    @Test
    void aFileThatGrowsOverCheckpointsIsCutToTheLengthInTheManifest() throws Exception {
        FileSink<String> sink = FileSink.lines(out()).rollAtBytes(64 << 20);
        var store = new SinkDriver.Store();
        var dying = new SinkDriver<>(store, sink, new LocalEnvironment(), i -> "line " + i);
        dying.write(10);
        dying.checkpoint(true);
        dying.commit();
        dying.write(10);
        dying.checkpoint(true);
        dying.write(LINES * 10);
        dying.close();
        String token = store.tokens.remove(store.tokens.lastKey());
        Path own = out().resolve(SinkFolder.OWN).resolve(SinkFolder.name("sink", SinkDriver.JOB));
        Path manifest = own.resolve(SinkFolder.PREPARED + token);
        Written file =
                Manifest.of(Files.readAllBytes(manifest), "manifest").files().get(0);
        Path aside = Files.createDirectory(folder.resolve("aside"));
        Files.move(out().resolve(file.hidden()), aside.resolve("file"));
        Files.move(manifest, aside.resolve("manifest"));

        var next = new SinkDriver<>(store, sink, new LocalEnvironment(), i -> "line " + i);
        next.write(LINES * 10);
        next.end();

        byte[] moved = Files.readAllBytes(aside.resolve("file"));
        assertThat(moved.length).isGreaterThan((int) file.length());
        List<String> lines = new ArrayList<>(new String(moved, 0, (int) file.length(), StandardCharsets.UTF_8)
                .lines()
                .toList());
        assertThat(lines).hasSize(20);
        for (Path each : in(out(), ".txt")) {
            lines.addAll(Files.readAllLines(each));
        }
        assertThat(lines)
                .containsExactlyElementsOf(IntStream.range(0, 20 + LINES * 10)
                        .mapToObj(i -> "line " + i)
                        .toList());
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
