package io.staunch.runtime.sink;

import io.staunch.environment.Agent;
import io.staunch.environment.Environment;
import io.staunch.observe.ProtocolStep;
import io.staunch.runtime.data.Aligner;
import io.staunch.runtime.data.Barrier;
import io.staunch.runtime.data.Batch;
import io.staunch.runtime.data.Channel;
import io.staunch.runtime.task.Reports;
import io.staunch.sink.RefusedRecordException;
import io.staunch.sink.RefusedRecordsException;
import io.staunch.sink.SinkConnection;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes the records of one sink as they come and flushes at the barrier, or now and then where no barriers come. The agent's thread owns the
 * connection.
 */
public final class SinkWriter implements Agent {
    /** Where no barriers come, so long what was written waits for a flush. */
    private static final long FLUSH_EVERY_NANOS = 100_000_000;

    private final String sink;
    private final Supplier<SinkConnection<Object>> connect;
    private final Channel[] channels;
    private final Aligner aligner;
    private final Reports reports;
    private final RefusedSoFar refused;
    private final boolean barriers;
    private final Environment environment;
    private volatile boolean stopped;
    private @Nullable SinkConnection<Object> connection;
    private boolean written;
    private long flushed;

    /** @param barriers whether any come */
    public SinkWriter(
            String sink,
            Supplier<SinkConnection<Object>> connect,
            List<Channel> channels,
            boolean barriers,
            Reports reports,
            Environment environment) {
        this.sink = sink;
        this.connect = connect;
        this.channels = channels.toArray(Channel[]::new);
        this.aligner = new Aligner(this.channels.length, false, environment);
        this.reports = reports;
        this.refused = new RefusedSoFar(barriers ? RefusedSoFar.MANY : 1);
        this.barriers = barriers;
        this.environment = environment;
        this.flushed = environment.nanoTime();
    }

    /** Any thread: the next step lets go of the connection and is the last. */
    public void stop() {
        stopped = true;
    }

    @Override
    public Step step() {
        if (stopped) {
            return close();
        }
        try {
            if (connection == null) {
                connection = connect.get();
                return Step.WORKED;
            }
            return write(connection) ? Step.WORKED : Step.IDLE;
        } catch (Throwable e) {
            reports.failed(sink, -1, e);
            return close();
        }
    }

    private boolean write(SinkConnection<Object> to) throws Exception {
        boolean worked = false;
        for (int i = 0; i < channels.length; i++) {
            Object event = channels[i].poll();
            worked |= event != null;
            if (event instanceof Batch batch) {
                write(to, batch);
                channels[i].recycle(batch);
            } else if (event instanceof Barrier barrier && aligner.barrier(i, barrier.checkpoint())) {
                flush(to);
                reports.step(ProtocolStep.SINK_PREPARED, barrier.checkpoint(), sink, "");
                reports.prepared(sink, barrier.checkpoint());
            }
        }
        if (!barriers && written && environment.nanoTime() - flushed >= FLUSH_EVERY_NANOS) {
            flush(to);
            return true;
        }
        return worked;
    }

    private void write(SinkConnection<Object> to, Batch batch) throws Exception {
        written = true;
        int at = 0;
        while (at < batch.size) {
            try {
                while (at < batch.size) {
                    to.write(batch.values[at], batch.origins[at]);
                    at++;
                }
            } catch (RefusedRecordException e) {
                refused.note(sink, batch.origins[at], e);
                at++;
            } catch (RefusedRecordsException e) {
                throw refused.with(List.of(sink), e);
            }
        }
    }

    private void flush(SinkConnection<Object> to) throws Exception {
        try {
            to.flush();
        } catch (RefusedRecordsException e) {
            throw refused.with(List.of(sink), e);
        }
        refused.check();
        written = false;
        flushed = environment.nanoTime();
    }

    private Step close() {
        SinkConnection<Object> open = connection;
        connection = null;
        if (open != null) {
            open.close();
        }
        return Step.DONE;
    }
}
