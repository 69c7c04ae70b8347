package io.staunch.runtime.job;

import io.staunch.error.RefusedException;
import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.graph.Node;
import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.LedgerView;
import io.staunch.ledger.Owner;
import io.staunch.observe.ProtocolStep;
import io.staunch.protocol.follower.LedgerRow;
import io.staunch.protocol.format.LossFile;
import io.staunch.protocol.format.Manifest;
import io.staunch.protocol.prepared.PreparedNames;
import io.staunch.protocol.prepared.PreparedRecovery;
import io.staunch.protocol.prepared.PreparedRecovery.Facts;
import io.staunch.protocol.prepared.PreparedRecovery.Interval;
import io.staunch.protocol.prepared.PreparedRecovery.Plan;
import io.staunch.protocol.prepared.PreparedToken;
import io.staunch.protocol.prepared.Settle;
import io.staunch.protocol.prepared.Strays;
import io.staunch.runtime.sink.PreparedCommit;
import io.staunch.runtime.sink.RowWrite;
import io.staunch.sink.CommitConnection;
import io.staunch.sink.TransactionConnection;
import io.staunch.sink.TwoPhaseCommitContext;
import io.staunch.sink.TwoPhaseCommitSink;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The outside of a sink that prepares. */
final class PreparedOutside implements FollowerOutside {
    /** Each look finds more done than the one before; if so many do not suffice, something else is at work. */
    private static final int LOOKS = 100;

    private final JobContext job;
    private final TwoPhaseCommitSink<Object> sink;
    private final TwoPhaseCommitContext context;
    private final PreparedNames names;
    private final CommitConnection connection;
    private long fence = -1;
    private @Nullable LedgerEntry held;

    private PreparedOutside(
            JobContext job,
            TwoPhaseCommitSink<Object> sink,
            TwoPhaseCommitContext context,
            CommitConnection connection) {
        this.job = job;
        this.sink = sink;
        this.context = context;
        this.names = PreparedNames.of(context.job(), context.resource());
        this.connection = connection;
    }

    static PreparedOutside connect(JobContext job, Node.SinkNode node) throws Exception {
        TwoPhaseCommitSink<Object> sink = Casts.preparing(node.sink());
        String resource = FollowerOutside.resource(node.name(), sink.resource());
        var context = new TwoPhaseCommitContext(job.name(), node.name(), resource, job.environment());
        return new PreparedOutside(job, sink, context, sink.connectCommits(context));
    }

    /** The connection of the start; for one execution. */
    CommitConnection connection() {
        return connection;
    }

    /** Makes another one. Any thread. */
    CommitConnection reconnect() throws Exception {
        return sink.connectCommits(context);
    }

    /** Makes one that writes. Any thread. */
    TransactionConnection<Object> connectWriter() throws Exception {
        return sink.connect(context);
    }

    PreparedNames names() {
        return names;
    }

    /** An entry on its way. */
    RowWrite write(long checkpoint, Owner owner, @Nullable LedgerEntry before) {
        return new RowWrite(new LedgerEntry(context.job(), resource(), checkpoint, owner), before, fence);
    }

    @Override
    public String name() {
        return context.sink();
    }

    @Override
    public boolean hasLedger() {
        return true;
    }

    @Override
    public @Nullable LedgerEntry held() {
        return held;
    }

    @Override
    public String resource() {
        return context.resource();
    }

    @Override
    public String description() {
        return sink.description();
    }

    @Override
    public LedgerView peek() throws Exception {
        return connection.peek();
    }

    @Override
    public void fence() throws Exception {
        fence = connection.fence();
    }

    @Override
    public ProtocolStep fenced() {
        return ProtocolStep.FOLLOWER_FENCED;
    }

    @Override
    public LedgerView read() throws Exception {
        LedgerView view = connection.read();
        held = view.entry();
        return view;
    }

    @Override
    public void own(Owner owner) throws Exception {
        connection.own(owner, fenceInRow -> {
            if (LedgerRow.write(fence, fenceInRow) != LedgerRow.WRITE) {
                throw RowWrite.fenced(resource(), context.job());
            }
        });
    }

    @Override
    public void enter(Manifest root) throws Exception {
        RowWrite write = write(root.checkpoint(), root.owner(), held);
        connection.enter(write);
        held = write.entry();
    }

    /** All in one, and also if there is nothing: what is left over is to be rolled back. */
    @Override
    public List<List<Long>> lots(List<Long> lacking) {
        return List.of(lacking);
    }

    @Override
    public void check(Manifest lacking) {
        Manifest.SinkEntry entry = entry(lacking);
        if (entry != null && entry.kind() != sink.kind()) {
            throw kindChanged(context.job(), lacking, entry, sink.kind());
        }
    }

    /** A sink is of another template than the checkpoint that it has to catch up with. */
    static RefusedException kindChanged(
            String job, Manifest lacking, Manifest.SinkEntry entry, io.staunch.sink.Sink.Kind now) {
        return new RefusedException("job '" + job + "': sink '" + entry.name() + "' was " + entry.kind()
                + " when checkpoint " + lacking.checkpoint() + " was taken, lacks its output, and is " + now
                + " now, which can't give it. Start once with the old sink, stop, and then change it; or give the new"
                + " one another name, and consent to the loss with drop(\"" + entry.resource() + "\")");
    }

    @Override
    public boolean keepsCopy() {
        return false;
    }

    @Override
    public void catchUp(List<Manifest> lot, CatchingUp with) throws Exception {
        List<Interval> lacking = lot.stream().map(this::interval).toList();
        var strays = new Strays(with.owner(), with.firstId(), Set.of());
        int looks = 0;
        Plan done = settled(strays, lacking);
        while (done == null) {
            looks++;
            if (looks == LOOKS) {
                throw new StaunchException(
                        "the prepared transactions of job '" + context.job() + "' at " + resource()
                                + " change while they are looked at, " + LOOKS
                                + " times in a row. The job begins again",
                        Remedy.RESTART_FROM_CHECKPOINT);
            }
            done = settled(strays, lacking);
        }
        for (Manifest manifest : lot) {
            note(manifest, lost(done, manifest.checkpoint()), with);
        }
        if (!lot.isEmpty()) {
            enter(lot.get(lot.size() - 1));
        }
    }

    private Interval interval(Manifest manifest) {
        Manifest.SinkEntry entry = entry(manifest);
        return new Interval(manifest.checkpoint(), entry == null ? List.of() : entry.prepared());
    }

    /**
     * First what is prepared, then what is committed: the other way round, what is committed in between would be found nowhere.
     *
     * @return what was done; null if the outside has changed meanwhile, so that it has to be looked at again
     */
    private @Nullable Plan settled(Strays strays, List<Interval> lacking) throws Exception {
        Collection<PreparedToken> pending = names.tokens(connection.prepared());
        List<PreparedToken> needed =
                lacking.stream().flatMap(interval -> interval.tokens().stream()).toList();
        Plan plan = PreparedRecovery.plan(new Facts(strays, lacking, pending, true, evidence(needed), false));
        requireConsentToLoss(plan);
        for (PreparedToken stray : plan.rollBack()) {
            connection.abort(names.name(stray));
        }
        for (PreparedRecovery.Step step : plan.steps()) {
            if (step.settle() == Settle.COMMIT && !commit(step)) {
                return null;
            }
        }
        return plan;
    }

    private boolean commit(PreparedRecovery.Step step) throws Exception {
        String token = names.name(step.token());
        try {
            return connection.commit(token);
        } catch (StaunchException e) {
            throw PreparedCommit.told(e, token);
        }
    }

    private Collection<PreparedToken> evidence(List<PreparedToken> of) throws Exception {
        return of.isEmpty()
                ? List.of()
                : names.tokens(connection.committed(of.stream().map(names::name).toList()));
    }

    private void requireConsentToLoss(Plan plan) {
        Set<String> consent = job.settings().dropped();
        List<PreparedRecovery.Step> lost = plan.steps().stream()
                .filter(step -> step.settle() == Settle.REPORT)
                .toList();
        if (!lost.stream().allMatch(step -> consent.contains(names.name(step.token())))) {
            throw lost(lost);
        }
    }

    private List<String> lost(Plan plan, long checkpoint) {
        return plan.steps().stream()
                .filter(step -> step.settle() == Settle.REPORT && step.checkpoint() == checkpoint)
                .map(step -> names.name(step.token()))
                .toList();
    }

    /**
     * First the file, then the ledger: whenever the ledger has passed what is lost, there is a file that says so. And as long as it has not, the file counts for
     * nothing: each start writes it anew, or takes it back, since a request to prepare may have arrived in between.
     */
    private void note(Manifest manifest, List<String> lost, CatchingUp with) {
        String file = LossFile.name(name(), manifest);
        if (lost.isEmpty()) {
            with.claim().takeBack(file);
            return;
        }
        var content = new LossFile(
                name(),
                resource(),
                manifest,
                with.before(manifest),
                with.owner().epoch(),
                lost);
        String place = with.claim().setAside(file, List.of(content.bytes()));
        job.log()
                .warn(
                        manifest.checkpoint(),
                        "LOST with consent: sink '" + name() + "' (" + description() + ") of job '" + job.name()
                                + "' passes over " + String.join(", ", lost) + " of checkpoint " + manifest.checkpoint()
                                + ", which the outside has dropped; which input that came from is in " + place);
    }

    private RefusedException lost(List<PreparedRecovery.Step> lost) {
        List<String> what = lost.stream()
                .map(step -> names.name(step.token()) + " of checkpoint " + step.checkpoint())
                .toList();
        String limit = sink.preparedLimit()
                .map(kept -> "It keeps prepared transactions for " + kept)
                .orElse("It says that it keeps them for as long as it takes, so somebody rolled them back");
        String consent = lost.stream()
                .map(step -> "drop(\"" + names.name(step.token()) + "\")")
                .collect(Collectors.joining(", "));
        return new RefusedException("job '" + job.name() + "', sink '" + name() + "' (" + description()
                + "): the outside has dropped prepared transactions before they were committed: " + what + ". " + limit
                + ". Their records are lost at this sink unless they are read again; nothing else was committed or"
                + " rolled back here. Ways out: read all input again into a new lineage, with an empty state folder"
                + " and startMode REWIND, which repeats what was committed; or consent to the loss of just these"
                + " records with " + consent);
    }

    @Override
    public void close() {
        connection.close();
    }
}
