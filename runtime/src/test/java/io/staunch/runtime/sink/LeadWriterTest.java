package io.staunch.runtime.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.LedgerView;
import io.staunch.ledger.Owner;
import io.staunch.observe.ProtocolStep;
import io.staunch.runtime.data.Barrier;
import io.staunch.runtime.data.Batch;
import io.staunch.runtime.data.Channel;
import io.staunch.runtime.data.Lane;
import io.staunch.runtime.data.Outbox;
import io.staunch.runtime.environment.LocalEnvironment;
import io.staunch.runtime.task.Reports;
import io.staunch.sink.LeadConnection;
import io.staunch.sink.RefusedRecordsException;
import io.staunch.sink.RefusedRecordsException.Refused;
import io.staunch.source.Split;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The writer, stepped by hand, with all that it does written down. */
class LeadWriterTest implements Reports, LeadConnection<Object> {
    private final List<String> done = new ArrayList<>();
    private final Channel channel = new Channel(Batch.Layout.PLAIN, 16, () -> {}, () -> {}, new LocalEnvironment());
    private final Outbox outbox = new Outbox();
    private final Lane lane = outbox.lane(channel);
    private final LeadWriter writer = new LeadWriter(
            "lead", this, List.of(new LeadWriter.Input("totals", channel)), 0, this, new LocalEnvironment());

    @Test
    void whatStandsBehindABarrierWaitsAndGoesOnInTheOtherSlotWhenTheCheckpointIsDurable() {
        send("a");
        barrier(1);
        send("b");
        steps();
        assertThat(done).containsExactly("begin 0", "a in 0", "flush 0", "prepared 1");
        writer.goOnIn(1, 1);
        steps();
        assertThat(done).endsWith("begin 1", "b in 1");
    }

    @Test
    void whenTheCheckpointHasFailedItGoesOnInTheSameSlot() {
        send("a");
        barrier(1);
        send("b");
        steps();
        writer.goOn(0, 1);
        steps();
        assertThat(done).endsWith("prepared 1", "b in 0");
    }

    /** Found by the walk over the aligner: the task behind one channel knew of the failure before it had sent that barrier on. */
    @Test
    void theBarrierOfAFailedCheckpointMayComeBehindThatOfTheNextInOneStep() {
        Channel second = new Channel(Batch.Layout.PLAIN, 16, () -> {}, () -> {}, new LocalEnvironment());
        Lane other = outbox.lane(second);
        var of = List.of(new LeadWriter.Input("totals", channel), new LeadWriter.Input("totals", second));
        var both = new LeadWriter("lead", this, of, 0, this, new LocalEnvironment());
        lane.append("a", 0, 0);
        other.append("b", 0, 0);
        outbox.flush();
        both.step();
        channel(channel, new Barrier(2, -1));
        channel(second, new Barrier(1, -1));
        both.step();
        channel(second, new Barrier(2, -1));
        both.step();
        assertThat(done).containsExactly("begin 0", "a in 0", "b in 0", "flush 0", "prepared 2");
    }

    private static void channel(Channel to, Barrier barrier) {
        var alone = new Outbox();
        alone.lane(to);
        alone.barrier(barrier);
    }

    @Test
    void aLateWordOfAnOlderFailureReleasesNothing() {
        barrier(2);
        send("b");
        steps();
        writer.goOn(0, 1);
        steps();
        assertThat(done).endsWith("prepared 2");
        writer.goOnIn(1, 2);
        steps();
        assertThat(done).endsWith("begin 1", "b in 1");
    }

    @Test
    void aConnectionThatNamesASinkThatItWasNotGivenIsToldSo() {
        send(new Refused(7, 0, "too large"));
        assertThatThrownBy(this::steps)
                .hasRootCauseInstanceOf(RefusedRecordsException.class)
                .cause()
                .hasMessageContaining("sink 7 of 1 [totals]");
    }

    private void send(Object value) {
        lane.append(value, 0, 0);
        outbox.flush();
    }

    private void barrier(long checkpoint) {
        outbox.barrier(new Barrier(checkpoint, -1));
        outbox.flush();
    }

    private void steps() {
        for (int i = 0; i < 8; i++) {
            writer.step();
        }
    }

    @Override
    public void begin(int slot) {
        done.add("begin " + slot);
    }

    @Override
    public void write(int slot, Object record) {
        if (record instanceof Refused refused) {
            throw new RefusedRecordsException(List.of(refused), null);
        }
        done.add(record + " in " + slot);
    }

    @Override
    public void flush(int slot) {
        done.add("flush " + slot);
    }

    @Override
    public void prepared(String sink, long checkpoint) {
        done.add("prepared " + checkpoint);
    }

    @Override
    public void failed(String subject, long origin, Throwable why) {
        throw new AssertionError(subject, why);
    }

    @Override
    public void step(ProtocolStep step, long checkpoint, String subject, String detail) {}

    @Override
    public void captured(Captured captured) {}

    @Override
    public void opened(long nanoTime) {}

    @Override
    public void committed(long checkpoint) {}

    @Override
    public void discovered(String source, List<Split> splits) {}

    @Override
    public void finished(int task) {}

    @Override
    public String resource() {
        return "lead";
    }

    @Override
    public Duration deadline() {
        return Duration.ofMinutes(1);
    }

    @Override
    public LedgerView peek() {
        throw new AssertionError("the writer does not look at the ledger");
    }

    @Override
    public void fence() {}

    @Override
    public LedgerView read() {
        throw new AssertionError("the writer does not look at the ledger");
    }

    @Override
    public void own(Owner owner) {}

    @Override
    public void commit(int slot, LedgerEntry entry) {}

    @Override
    public void close() {}
}
