package io.staunch.runtime.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.runtime.data.Barrier;
import io.staunch.runtime.data.Batch;
import io.staunch.runtime.data.Channel;
import io.staunch.runtime.data.Lane;
import io.staunch.runtime.data.Outbox;
import io.staunch.runtime.environment.LocalEnvironment;
import io.staunch.runtime.task.NoReports;
import io.staunch.sink.SinkConnection;
import io.staunch.testkit.environment.ForwardingEnvironment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The writer, stepped by hand, with all that it does written down. */
class SinkWriterTest implements SinkConnection<Object> {
    private final List<String> done = new ArrayList<>();
    private final Clock clock = new Clock();
    private final Channel channel = new Channel(Batch.Layout.PLAIN, 16, () -> {}, () -> {}, clock);
    private final Outbox outbox = new Outbox();
    private final Lane lane = outbox.lane(channel);

    private static final class Clock extends ForwardingEnvironment {
        private long nanos;

        Clock() {
            super(new LocalEnvironment());
        }

        @Override
        public long nanoTime() {
            return nanos;
        }
    }

    private SinkWriter writer(boolean barriers) {
        return new SinkWriter("out", () -> this, List.of(channel), barriers, new NoReports(), clock);
    }

    /** An at-most-once job has none before it ends: what the connection gathers would stay there, while the job has nothing to do or for ever. */
    @Test
    void whereNoBarriersComeItFlushesNowAndThen() {
        SinkWriter writer = writer(false);
        send("a");
        steps(writer);
        assertThat(done).containsExactly("a");
        clock.nanos += 100_000_000;
        steps(writer);
        assertThat(done).containsExactly("a", "flush");
        send("b");
        steps(writer);
        assertThat(done).containsExactly("a", "flush", "b");
        clock.nanos += 100_000_000;
        steps(writer);
        assertThat(done).containsExactly("a", "flush", "b", "flush");
        clock.nanos += 1_000_000_000;
        steps(writer);
        assertThat(done).hasSize(4);
    }

    @Test
    void whereBarriersComeItFlushesAtThem() {
        SinkWriter writer = writer(true);
        send("a");
        clock.nanos += 1_000_000_000;
        steps(writer);
        assertThat(done).containsExactly("a");
        outbox.barrier(new Barrier(1, -1));
        outbox.flush();
        steps(writer);
        assertThat(done).containsExactly("a", "flush");
    }

    private void send(Object value) {
        lane.append(value, 0, 0);
        outbox.flush();
    }

    private static void steps(SinkWriter writer) {
        for (int i = 0; i < 8; i++) {
            writer.step();
        }
    }

    @Override
    public void write(Object record) {
        done.add(String.valueOf(record));
    }

    @Override
    public void flush() {
        done.add("flush");
    }

    @Override
    public void close() {}
}
