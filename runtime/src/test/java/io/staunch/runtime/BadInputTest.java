package io.staunch.runtime;

import static io.staunch.guarantee.Guarantee.EXACTLY_ONCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.Job;
import io.staunch.Pipeline;
import io.staunch.RestartPolicy;
import io.staunch.Settings;
import io.staunch.Staunch;
import io.staunch.error.ConfigurationException;
import io.staunch.error.RefusedException;
import io.staunch.error.StaunchException;
import io.staunch.observe.JobListener;
import io.staunch.observe.ProtocolEvent;
import io.staunch.observe.ProtocolStep;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Folders and pipelines that can't be meant: each is refused with its name and the way out, and nothing is harmed by the attempt. */
@Timeout(60)
class BadInputTest {
    private static final long RECORDS = 20_000;

    @TempDir
    Path folder;

    private String outside = "";

    record Count(long n) {}

    @BeforeEach
    void name(TestInfo test) {
        outside = test.getDisplayName() + System.nanoTime();
    }

    private Pipeline pipeline(String name, boolean bounded) {
        Pipeline pipeline = Pipeline.named(name).guarantee(EXACTLY_ONCE);
        pipeline.from("numbers", new Numbers(1, RECORDS, bounded))
                .keyByLong(n -> n % 7)
                .fold("counts", new Count(0), (count, n) -> new Count(count.n() + 1))
                .values()
                .to("out", new Sinks.Transactional<>(outside));
        return pipeline;
    }

    private static Settings settings(Path state) {
        return Settings.stateIn(state)
                .checkpointEvery(Duration.ofMillis(5))
                .restart(RestartPolicy.never())
                .lastCheckpointWithin(Duration.ZERO);
    }

    private static void run(Pipeline pipeline, Settings settings) throws InterruptedException {
        try (Job job = Staunch.start(pipeline, settings)) {
            job.await();
        }
    }

    @Test
    void theFolderOfAnotherJobIsRefused() throws Exception {
        run(pipeline("mine", true), settings(folder.resolve("state")));
        assertThatThrownBy(() -> Staunch.start(pipeline("other", true), settings(folder.resolve("state"))))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining(folder.resolve("state").toString())
                .hasMessageContaining("job mine")
                .hasMessageContaining("other");
    }

    @Test
    void aFolderWithSomebodyElsesFilesIsRefusedAndLeftAlone() throws Exception {
        Path photos = Files.createDirectory(folder.resolve("photos"));
        Files.writeString(photos.resolve("cat.jpg"), "cat");
        assertThatThrownBy(() -> Staunch.start(pipeline("job", true), settings(photos)))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("cat.jpg")
                .hasMessageContaining("Name an empty folder");
        try (var files = Files.list(photos)) {
            assertThat(files).containsExactly(photos.resolve("cat.jpg"));
        }
    }

    @Test
    void aFileInPlaceOfTheFolderIsNamed() throws Exception {
        Path file = Files.writeString(folder.resolve("notes.txt"), "");
        assertThatThrownBy(() -> Staunch.start(pipeline("job", true), settings(file)))
                .isInstanceOf(StaunchException.class)
                .hasMessageContaining("notes.txt")
                .hasMessageContaining("the folder can't be used");
    }

    @Test
    void aSecondProcessOnAFolderOfItsOwnIsRefusedAndTheFirstGoesOn() throws Exception {
        var settled = new CountDownLatch(1);
        JobListener listener = new JobListener() {
            @Override
            public void on(ProtocolEvent event) {
                if (event.step() == ProtocolStep.SETTLED) {
                    settled.countDown();
                }
            }
        };
        try (Job job = Staunch.start(
                pipeline("twins", false), settings(folder.resolve("one")).listener(listener))) {
            settled.await();
            for (int time = 0; time < 3; time++) {
                assertThatThrownBy(() -> Staunch.start(pipeline("twins", false), settings(folder.resolve("two"))))
                        .isInstanceOf(RefusedException.class)
                        .hasMessageContaining("twins")
                        .hasMessageContaining("startMode(REWIND)");
            }
            while (Outside.named(outside).committed().size() < RECORDS) {
                assertThat(job.await(Duration.ofMillis(1))).isFalse();
            }
            assertThat(job.status().restarts()).isZero();
            job.stop();
            job.await();
        }
        assertThat(Outside.named(outside).committed()).hasSize((int) RECORDS);
    }

    @Test
    void aPipelineWithoutSourceOrSinkSaysSo() {
        assertThatThrownBy(() -> Staunch.start(Pipeline.named("empty"), settings(folder)))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("empty")
                .hasMessageContaining("source");
        Pipeline unread = Pipeline.named("unread");
        unread.from("numbers", new Numbers(1, 1, true));
        assertThatThrownBy(() -> Staunch.start(unread, settings(folder)))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("'numbers'")
                .hasMessageContaining("sink");
    }
}
