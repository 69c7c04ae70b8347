package io.staunch.runtime.sink;

import io.staunch.environment.Agent;
import io.staunch.environment.Environment;
import io.staunch.ledger.Owner;
import io.staunch.observe.ProtocolStep;
import io.staunch.protocol.prepared.PreparedNames;
import io.staunch.protocol.prepared.PreparedToken;
import io.staunch.runtime.data.Barrier;
import io.staunch.runtime.data.Batch;
import io.staunch.runtime.data.Channel;
import io.staunch.sink.RefusedRecordException;
import io.staunch.sink.RefusedRecordsException;
import io.staunch.sink.TransactionConnection;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * Writes the records of a sink into transactions, and prepares at the barrier; what comes behind it goes into the next transaction at once. An error
 * ends the execution, since the open transaction is lost. The agent's thread uses the connection; any thread may close it.
 */
public final class TransactionWriter implements Agent, SinkInput.Taker {
    /** A sink has one agent that writes, whatever the parallelism of the tasks before it. */
    private static final int TASK = 0;

    private final String sink;
    private final Callable<TransactionConnection<Object>> connect;
    private final PreparedNames names;
    private final Owner owner;
    private final SinkInput input;
    private final FollowerReports reports;
    private volatile @Nullable TransactionConnection<Object> connection;
    private volatile boolean stopped;
    private boolean open;

    public TransactionWriter(
            String sink,
            Callable<TransactionConnection<Object>> connect,
            PreparedNames names,
            Owner owner,
            List<Channel> channels,
            FollowerReports reports,
            Environment environment) {
        this.sink = sink;
        this.connect = connect;
        this.names = names;
        this.owner = owner;
        this.input = new SinkInput(channels, environment);
        this.reports = reports;
    }

    /** Coordinator: whether no more records are to be read. Returns whether that has changed. */
    public boolean hold(boolean now) {
        return input.hold(now);
    }

    /** Coordinator: the checkpoint has failed; nobody waits for its barrier any more. */
    public void abandon(long checkpoint) {
        input.abandon(checkpoint);
    }

    /** Any thread: the next step lets go of the connection and is the last. */
    public void stop() {
        stopped = true;
    }

    /** Any thread: a call that waits for the outside ends with an error. To be called after {@link #stop}. */
    public void letGo() {
        TransactionConnection<Object> now = connection;
        if (now != null) {
            now.close();
        }
    }

    @Override
    public Step step() {
        if (stopped) {
            return close();
        }
        try {
            if (connection == null) {
                connection = connect.call();
                return Step.WORKED;
            }
            return input.read(this) ? Step.WORKED : Step.IDLE;
        } catch (Throwable e) {
            reports.failed(sink, -1, e);
            return close();
        }
    }

    @Override
    public boolean mayRead() {
        return true;
    }

    @Override
    public void take(Batch batch) throws Exception {
        TransactionConnection<Object> to = connected();
        if (!open) {
            to.begin();
            open = true;
        }
        int at = 0;
        try {
            for (; at < batch.size; at++) {
                to.write(batch.values[at], batch.origins[at]);
            }
        } catch (RefusedRecordException e) {
            new RefusedSoFar(1).note(sink, batch.origins[at], e);
        } catch (RefusedRecordsException e) {
            throw refused(e);
        }
    }

    @Override
    public void barrier(Barrier barrier) throws Exception {
        long checkpoint = barrier.checkpoint();
        if (!open && barrier.last() && connected().unfinished()) {
            connected().begin();
            open = true;
        }
        String detail = "";
        if (open) {
            var token = new PreparedToken(owner, TASK, checkpoint);
            prepare(token, barrier.last());
            detail = token.text();
        }
        reports.step(ProtocolStep.SINK_PREPARED, checkpoint, sink, detail);
        reports.prepared(sink, checkpoint);
    }

    private void prepare(PreparedToken token, boolean last) throws Exception {
        String name = names.name(token);
        try {
            if (last) {
                connected().prepareLast(name);
            } else {
                connected().prepare(name);
            }
        } catch (RefusedRecordsException e) {
            throw refused(e);
        }
        open = false;
        reports.transactionPrepared(sink, token);
    }

    private RefusedByOutside refused(RefusedRecordsException why) {
        return new RefusedSoFar(1).with(List.of(sink), why);
    }

    private TransactionConnection<Object> connected() {
        TransactionConnection<Object> now = connection;
        if (now == null) {
            throw new IllegalStateException("sink '" + sink + "' is not connected");
        }
        return now;
    }

    private Step close() {
        letGo();
        connection = null;
        return Step.DONE;
    }
}
