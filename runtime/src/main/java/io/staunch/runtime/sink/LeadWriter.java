package io.staunch.runtime.sink;

import io.staunch.environment.Agent;
import io.staunch.environment.Environment;
import io.staunch.observe.ProtocolStep;
import io.staunch.runtime.data.Aligner;
import io.staunch.runtime.data.Barrier;
import io.staunch.runtime.data.Batch;
import io.staunch.runtime.data.Channel;
import io.staunch.runtime.task.Reports;
import io.staunch.sink.LeadConnection;
import io.staunch.sink.RefusedRecordException;
import io.staunch.sink.RefusedRecordsException;
import java.util.List;
import org.jctools.queues.SpscUnboundedArrayQueue;

/**
 * Writes the records of all sinks of the lead into the slot that the coordinator has named, flushes at the barrier, and then reads no
 * further until it is told in which slot to go on: the same one if the checkpoint has failed, the other one if it is durable.
 */
public final class LeadWriter implements Agent {
    /**
     * What stood behind the barrier of a checkpoint may be written.
     *
     * @param checkpoint the checkpoint that is durable or has failed
     * @param slot where to write from now on
     * @param open whether the slot's transaction is open already
     */
    private record Release(long checkpoint, int slot, boolean open) {}

    private final String lead;
    private final LeadConnection<Object> connection;
    private final Channel[] channels;
    private final int[] sinkOf;
    private final List<String> sinks;
    private final RefusedSoFar refused = new RefusedSoFar(RefusedSoFar.MANY);
    private final Aligner aligner;
    private final Reports reports;
    private final Environment environment;
    private final SpscUnboundedArrayQueue<Release> releases = new SpscUnboundedArrayQueue<>(16);
    private volatile boolean stopped;
    private boolean holding;
    private long prepared = -1;
    private boolean open;
    private int slot;

    /**
     * A channel from a task to one of the lead's sinks.
     *
     * @param sink name of the sink
     */
    public record Input(String sink, Channel channel) {}

    /** @param slot where to write the first interval */
    public LeadWriter(
            String lead,
            LeadConnection<Object> connection,
            List<Input> inputs,
            int slot,
            Reports reports,
            Environment environment) {
        this.lead = lead;
        this.connection = connection;
        this.channels = inputs.stream().map(Input::channel).toArray(Channel[]::new);
        this.sinks = inputs.stream().map(Input::sink).distinct().toList();
        this.sinkOf =
                inputs.stream().mapToInt(input -> sinks.indexOf(input.sink())).toArray();
        this.aligner = new Aligner(this.channels.length, true, environment);
        this.slot = slot;
        this.reports = reports;
        this.environment = environment;
    }

    /** Coordinator: the checkpoint is durable; what stood behind its barrier belongs to a new transaction in another slot. */
    public void goOnIn(int otherSlot, long durable) {
        releases.offer(new Release(durable, otherSlot, false));
    }

    /** Coordinator: the checkpoint has failed; what stood behind its barrier goes on in the same transaction. */
    public void goOn(int sameSlot, long failed) {
        releases.offer(new Release(failed, sameSlot, true));
    }

    /** Any thread: the next step is the last. The connection is the coordinator's to close. */
    public void stop() {
        stopped = true;
    }

    @Override
    public Step step() {
        if (stopped) {
            return Step.DONE;
        }
        try {
            boolean worked = release();
            for (int i = 0; i < channels.length && !holding; i++) {
                if (!aligner.blocks(i)) {
                    worked |= read(i);
                }
            }
            return worked ? Step.WORKED : Step.IDLE;
        } catch (Throwable e) {
            reports.failed(lead, -1, e);
            return Step.DONE;
        }
    }

    private boolean release() {
        Release release = releases.poll();
        if (release == null) {
            return false;
        }
        aligner.abandon(release.checkpoint());
        if (release.checkpoint() < prepared) {
            // It says that an older checkpoint has failed, and comes late: the barrier of the next one was here first.
            return true;
        }
        holding = false;
        if (release.slot() != slot) {
            slot = release.slot();
            open = false;
        }
        return true;
    }

    private boolean read(int channel) throws Exception {
        Object event = channels[channel].poll();
        if (event instanceof Batch batch) {
            begin();
            write(batch, sinkOf[channel]);
            channels[channel].recycle(batch);
        } else if (event instanceof Barrier barrier && aligner.barrier(channel, barrier.checkpoint())) {
            holding = true;
            prepared = barrier.checkpoint();
            begin();
            flush();
            reports.step(ProtocolStep.SINK_PREPARED, barrier.checkpoint(), lead, "slot " + slot);
            reports.prepared(lead, barrier.checkpoint());
        }
        return event != null;
    }

    private void write(Batch batch, int sink) throws Exception {
        int at = 0;
        while (at < batch.size) {
            try {
                while (at < batch.size) {
                    connection.write(slot, batch.values[at], sink, batch.origins[at]);
                    at++;
                }
            } catch (RefusedRecordException e) {
                refused.note(sinks.get(sink), batch.origins[at], e);
                at++;
            } catch (RefusedRecordsException e) {
                throw refused.with(sinks, e);
            }
        }
    }

    private void flush() throws Exception {
        try {
            connection.flush(slot);
        } catch (RefusedRecordsException e) {
            throw refused.with(sinks, e);
        }
        refused.check();
    }

    private void begin() throws Exception {
        if (!open) {
            connection.begin(slot);
            open = true;
            reports.opened(environment.nanoTime());
            reports.step(ProtocolStep.TRANSACTION_OPENED, -1, lead, "slot " + slot);
        }
    }
}
