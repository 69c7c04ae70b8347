package io.staunch.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.Job;
import io.staunch.Pipeline;
import io.staunch.RestartPolicy;
import io.staunch.Settings;
import io.staunch.Staunch;
import io.staunch.error.StaunchException;
import io.staunch.guarantee.Offer;
import io.staunch.observe.ProtocolStep;
import io.staunch.source.Source;
import io.staunch.source.SourceContext;
import io.staunch.source.SourceOutput;
import io.staunch.source.SourceReader;
import io.staunch.source.Split;
import io.staunch.source.SplitEnumerator;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Negative control: a source that goes on from offsets committed outside, and not from the checkpoint, is found out. */
@Timeout(60)
class ClassicMistakeTest {
    private static final long PER_SPLIT = 50_000;

    /** What a broker would keep for a consumer group, committed as records are read. */
    private static final Map<String, Long> GROUP = new ConcurrentHashMap<>();

    @TempDir
    Path folder;

    @Test
    void positionsFromTheBrokersCommittedOffsetsAreCaught() throws Exception {
        Pipeline pipeline = Pipeline.named("classic");
        pipeline.from("numbers", new FromGroupOffsets(new Numbers(2, PER_SPLIT, true)))
                .to("out", new Sinks.Transactional<>("classic"));
        for (int time = 1; time <= 4; time++) {
            var killer = new Killer(ProtocolStep.SINK_PREPARED, time);
            Settings settings = Settings.stateIn(folder)
                    .checkpointEvery(Duration.ofMillis(2))
                    .restart(RestartPolicy.never())
                    .lastCheckpointWithin(Duration.ZERO)
                    .listener(killer);
            try (Job job = Staunch.start(pipeline, settings)) {
                job.await();
            } catch (StaunchException | IllegalStateException e) {
                assertThat(killer.hit()).as("failed for another reason: %s", e).isTrue();
            }
        }
        assertThat(Outside.named("classic").committed())
                .as("the mistake must be visible, or these tests see nothing")
                .hasSizeLessThan((int) (2 * PER_SPLIT));
    }

    private record FromGroupOffsets(Numbers inner) implements Source<Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public String description() {
            return "numbers from the group's offsets";
        }

        @Override
        public Offer offer() {
            return inner.offer();
        }

        @Override
        public SplitEnumerator enumerator(SourceContext context) {
            return inner.enumerator(context);
        }

        @Override
        public SourceReader<Long> reader(SourceContext context) {
            SourceReader<Long> reader = inner.reader(context);
            return new SourceReader<>() {
                @Override
                public void add(List<Split> splits) {
                    reader.add(splits.stream()
                            .map(split -> new Split(
                                    split.id(),
                                    GROUP.getOrDefault(split.id(), 0L).toString()))
                            .toList());
                }

                @Override
                public int poll(SourceOutput<Long> out, int most) throws Exception {
                    int emitted = reader.poll(out, most);
                    reader.positions().forEach(split -> GROUP.put(split.id(), Long.parseLong(split.position())));
                    return emitted;
                }

                @Override
                public boolean finished() {
                    return reader.finished();
                }

                @Override
                public List<Split> positions() {
                    return reader.positions();
                }

                @Override
                public String describe(long origin) {
                    return reader.describe(origin);
                }

                @Override
                public void close() {
                    reader.close();
                }
            };
        }
    }
}
