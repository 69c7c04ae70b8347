package io.staunch.runtime.job;

import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.LedgerView;
import io.staunch.ledger.Owner;
import io.staunch.observe.ProtocolStep;
import io.staunch.protocol.format.Manifest;
import io.staunch.sink.LeadConnection;
import io.staunch.sink.LeadContext;
import io.staunch.sink.RereadSink;
import java.util.List;

/** The lead while a job starts. */
record LeadOutside(String job, String description, LeadConnection<Object> connection) implements Outside {
    static LeadOutside connect(JobContext job, List<RereadSink<?, ?>> sinks) {
        RereadSink<Object, Object> first = Casts.lead(sinks.get(0));
        LeadConnection<Object> connection = first.connect(new LeadContext(
                job.name(),
                sinks,
                job.environment(),
                job.settings().checkpointEvery(),
                job.settings().checkpointTimeout()));
        return new LeadOutside(job.name(), first.description(), connection);
    }

    @Override
    public String resource() {
        return connection.resource();
    }

    @Override
    public LedgerView peek() throws Exception {
        return connection.peek();
    }

    @Override
    public void fence() throws Exception {
        connection.fence();
    }

    @Override
    public ProtocolStep fenced() {
        return ProtocolStep.LEAD_FENCED;
    }

    @Override
    public LedgerView read() throws Exception {
        return connection.read();
    }

    @Override
    public void own(Owner owner) throws Exception {
        connection.own(owner);
    }

    @Override
    public void enter(Manifest root) throws Exception {
        connection.begin(0);
        connection.commit(0, new LedgerEntry(job, resource(), root.checkpoint(), root.owner()));
    }

    @Override
    public void close() {
        connection.close();
    }
}
