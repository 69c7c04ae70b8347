package io.staunch.runtime.sink;

import io.staunch.environment.Agent;
import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.LedgerView;
import io.staunch.ledger.Owner;
import io.staunch.observe.ProtocolStep;
import io.staunch.protocol.codec.Codec;
import io.staunch.protocol.codec.Codecs;
import io.staunch.runtime.data.Barrier;
import io.staunch.runtime.data.Batch;
import io.staunch.runtime.data.Channel;
import io.staunch.runtime.data.Outbox;
import io.staunch.runtime.environment.LocalEnvironment;
import io.staunch.runtime.task.NoReports;
import io.staunch.sink.Interval;
import io.staunch.sink.LeadConnection;
import io.staunch.sink.WriteAheadConnection;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/** What stands around an agent of a lead or of a follower: an outside and a coordinator that note what a step did. */
final class SinkAgents extends NoReports implements LeadConnection<Object>, WriteAheadConnection<Object> {
    /** So many intervals of one record each have come before anything is read. */
    private static final int INTERVALS = 6;

    @SuppressWarnings("unchecked")
    private static final Codec<Object> STRINGS = (Codec<Object>) (Codec<?>) Codecs.of(String.class);

    private static final Owner OWNER = new Owner(new UUID(0, 1), 1, new UUID(0, 2));

    private final LocalEnvironment environment = new LocalEnvironment();
    private final StringBuilder done = new StringBuilder();

    LeadWriter leadWriter() {
        return new LeadWriter("lead", this, List.of(new LeadWriter.Input("totals", filled())), 0, this, environment);
    }

    LeadCommitter leadCommitter() {
        return new LeadCommitter("lead", this, this);
    }

    FollowerCommitter<WriteAheadConnection<Object>> followerCommitter() {
        return new FollowerCommitter<>("copied", "follower", this, () -> this, this, environment);
    }

    private Channel filled() {
        var channel = new Channel(Batch.Layout.PLAIN, 2 * INTERVALS, () -> {}, () -> {}, environment);
        var outbox = new Outbox();
        var lane = outbox.lane(channel);
        for (int i = 1; i <= INTERVALS; i++) {
            lane.append("record " + i, 0, 0);
            outbox.barrier(new Barrier(i, -1));
        }
        return channel;
    }

    static LedgerEntry entry(long checkpoint) {
        return new LedgerEntry("job", "resource", checkpoint, OWNER);
    }

    static CopiedInterval interval(long checkpoint) {
        return new CopiedInterval(List.of(), STRINGS, 0, entry(checkpoint), null, 1);
    }

    /** What is noted in a step of an agent. */
    String step(Agent agent) {
        done.setLength(0);
        agent.step();
        return done.toString();
    }

    private void note(String what) {
        done.append(what).append("; ");
    }

    @Override
    public void step(ProtocolStep step, long checkpoint, String subject, String detail) {
        note(step + " " + checkpoint);
    }

    @Override
    public void prepared(String sink, long checkpoint) {
        note("prepared " + checkpoint);
    }

    @Override
    public void begin(int slot) {
        note("begin " + slot);
    }

    @Override
    public void write(int slot, Object record) {
        note(record + " in " + slot);
    }

    @Override
    public void flush(int slot) {
        note("flush " + slot);
    }

    @Override
    public void commit(int slot, LedgerEntry entry) {
        note("commit " + entry.committed() + " in " + slot);
    }

    @Override
    public void apply(Interval<Object> interval) {
        note("apply " + ((CopiedInterval) interval).entry().committed());
    }

    @Override
    public String resource() {
        return "resource";
    }

    @Override
    public Duration deadline() {
        return Duration.ofMinutes(1);
    }

    @Override
    public LedgerView peek() {
        throw new AssertionError("these agents do not look at the ledger");
    }

    @Override
    public void fence() {}

    @Override
    public LedgerView read() {
        throw new AssertionError("these agents do not look at the ledger");
    }

    @Override
    public void own(Owner owner) {}

    @Override
    public void close() {}
}
