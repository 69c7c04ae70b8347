package io.staunch.runtime.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.backend.KeyedBackend;
import io.staunch.backend.KeyedBackend.Capture;
import io.staunch.guarantee.Guarantee;
import io.staunch.observe.ProtocolStep;
import io.staunch.protocol.time.Watermark;
import io.staunch.runtime.data.Barrier;
import io.staunch.runtime.data.Batch;
import io.staunch.runtime.data.Channel;
import io.staunch.runtime.data.Cursor;
import io.staunch.runtime.data.Lane;
import io.staunch.runtime.data.Outbox;
import io.staunch.runtime.environment.LocalEnvironment;
import io.staunch.source.Split;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A task that reads one channel and writes one, with state whose capture takes three slices, stepped by hand. */
class TaskCaptureTest implements Reports {
    private final List<String> done = new ArrayList<>();
    private final LocalEnvironment environment = new LocalEnvironment();
    private final Channel in = new Channel(Batch.Layout.PLAIN, 16, () -> {}, () -> {}, environment);
    private final Channel out = new Channel(Batch.Layout.PLAIN, 2, () -> {}, () -> {}, environment);
    private final Outbox upstream = new Outbox();
    private final Lane toTask = upstream.lane(in);
    private final Outbox outbox = new Outbox();
    private final Lane fromTask = outbox.lane(out);
    private final ChannelTask task = task();

    private ChannelTask task() {
        List<Stateful> states = List.of(new Slow());
        var parts = new TaskParts(
                0,
                "task",
                outbox,
                new Pressure(environment),
                new Cursor(),
                new CallGuard(),
                states,
                new TaskCapture(0, "task", states, this, environment),
                List.of(),
                this);
        Receiver chain = new Receiver() {
            @Override
            public void accept(Object value, long timestamp) {
                done.add("record " + value);
                fromTask.append(value, timestamp, 0);
            }

            @Override
            public void watermark(Watermark watermark) {
                fromTask.watermark(watermark);
            }
        };
        return new ChannelTask(parts, List.of(in), new Heads.Plain(chain), Guarantee.EXACTLY_ONCE, environment);
    }

    @Test
    void withoutInputACaptureIsWrittenToItsEndAndReported() {
        barrier(1);
        steps(5);
        assertThat(done).containsExactly("begin 1", "slice 1", "slice 1", "slice 1", "captured 1");
    }

    @Test
    void recordsAreTakenBetweenSlices() {
        barrier(1);
        for (int i = 0; i < 5; i++) {
            record("r" + i);
        }
        steps(6);
        assertThat(done)
                .containsExactly(
                        "begin 1",
                        "record r0",
                        "slice 1",
                        "record r1",
                        "slice 1",
                        "record r2",
                        "slice 1",
                        "captured 1",
                        "record r3",
                        "record r4");
    }

    /** What holds the output up may be a sink that waits for this checkpoint. */
    @Test
    void whileItsOutputIsFullACaptureIsWrittenToItsEnd() {
        barrier(1);
        assertThat(task.step()).as("the barrier is taken").isTrue();
        while (!outbox.blocked()) {
            fromTask.append("full", 0, 0);
            outbox.flush();
        }
        record("r");
        for (int i = 0; i < 3; i++) {
            assertThat(task.step()).as("the worker must not rest").isTrue();
        }
        assertThat(outbox.blocked()).isTrue();
        assertThat(done).containsExactly("begin 1", "slice 1", "slice 1", "slice 1", "captured 1");
        assertThat(task.step()).isFalse();
    }

    @Test
    void whenItsCheckpointIsAbandonedACaptureIsDropped() {
        barrier(1);
        steps(2);
        task.on(new Command.AbandonCheckpoint(1));
        steps(5);
        assertThat(done).containsExactly("begin 1", "slice 1", "drop 1");
    }

    @Test
    void aLateWordOfAnOlderFailureDropsNothing() {
        barrier(2);
        steps(2);
        task.on(new Command.AbandonCheckpoint(1));
        steps(5);
        assertThat(done).endsWith("captured 2").doesNotContain("drop 2");
    }

    @Test
    void aNewerBarrierDropsWhatIsUnfinished() {
        barrier(1);
        steps(2);
        barrier(2);
        steps(5);
        assertThat(done)
                .containsExactly(
                        "begin 1", "slice 1", "drop 1", "begin 2", "slice 2", "slice 2", "slice 2", "captured 2");
    }

    @Test
    void aTaskThatIsClosedLetsGoOfItsCapture() {
        barrier(1);
        steps(2);
        task.close();
        assertThat(done).endsWith("drop 1", "closed");
    }

    private void record(String value) {
        toTask.append(value, 0, 0);
        upstream.flush();
    }

    private void barrier(long checkpoint) {
        upstream.barrier(new Barrier(checkpoint, -1));
    }

    private void steps(int count) {
        for (int i = 0; i < count; i++) {
            task.step();
        }
    }

    /** State that takes three slices. */
    private final class Slow implements Stateful {
        @Override
        public String operator() {
            return "slow";
        }

        @Override
        public Capture capture(Barrier barrier) {
            done.add("begin " + barrier.checkpoint());
            return new Capture() {
                private int slices;

                @Override
                public boolean advance(int budget) {
                    done.add("slice " + barrier.checkpoint());
                    return ++slices == 3;
                }

                @Override
                public KeyedBackend.Captured result() {
                    return KeyedBackend.Captured.whole(List.of());
                }

                @Override
                public void drop() {
                    done.add("drop " + barrier.checkpoint());
                }
            };
        }

        @Override
        public void close() {
            done.add("closed");
        }
    }

    @Override
    public void captured(Reports.Captured captured) {
        done.add("captured " + captured.checkpoint());
    }

    @Override
    public void prepared(String sink, long checkpoint) {}

    @Override
    public void opened(long nanoTime) {}

    @Override
    public void committed(long checkpoint) {}

    @Override
    public void discovered(String source, List<Split> splits) {}

    @Override
    public void finished(int task) {}

    @Override
    public void failed(String subject, long origin, Throwable why) {}

    @Override
    public void step(ProtocolStep step, long checkpoint, String subject, String detail) {}
}
