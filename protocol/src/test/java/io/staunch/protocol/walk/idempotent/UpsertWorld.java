package io.staunch.protocol.walk.idempotent;

import io.staunch.ledger.Owner;
import io.staunch.protocol.checkpoint.CheckpointTrigger;
import io.staunch.protocol.idempotent.WriterRow;
import io.staunch.protocol.walk.Names;
import io.staunch.protocol.walk.Steps;
import io.staunch.protocol.walk.World;
import io.staunch.protocol.walk.idempotent.Writer.Phase;
import org.jspecify.annotations.Nullable;

/**
 * One store and a table that is written by key at any time: up to three processes, of which older ones may go on, write late, take checkpoints
 * and die. Whatever the newest complete checkpoint has seen, the table has at least that.
 */
final class UpsertWorld implements World<Upserts> {
    private static final int PROCESSES = 3;
    private static final int BUFFER = 2;

    private final int records;
    private final int processes;
    private final int declines;
    private final @Nullable Break broken;

    UpsertWorld(int records, int processes, int declines, @Nullable Break broken) {
        this.records = records;
        this.processes = processes;
        this.declines = declines;
        this.broken = broken;
    }

    @Override
    public Upserts start() {
        return new Upserts(0, 0, Table.EMPTY, processes, declines, Writer.NONE, Writer.NONE, Writer.NONE);
    }

    @Override
    public void steps(Upserts state, Steps<Upserts> steps) {
        if (state.processes() > 0) {
            int place = processes - state.processes() + 1;
            Writer writer = Writer.at(0, Phase.CLAIM, state.durable());
            steps.fault("start " + place, state.started().with(place, writer));
        }
        for (int place = 1; place <= PROCESSES; place++) {
            Writer writer = state.writer(place);
            if (writer.phase() == Phase.ENDED) {
                continue;
            }
            steps.fault("crash " + place, state.with(place, Writer.NONE));
            switch (writer.phase()) {
                case CLAIM -> claim(state, place, writer, steps);
                case TAKE -> take(state, place, writer, steps);
                case RUN -> run(state, place, writer, steps);
                case ENDED -> throw new IllegalStateException("it has ended");
            }
        }
    }

    private void claim(Upserts state, int place, Writer writer, Steps<Upserts> steps) {
        Upserts claimed = state.claimed();
        int position = broken == Break.RESTORED_BEFORE_CLAIM ? writer.position() : state.durable();
        Writer next = Writer.at(claimed.claims(), Phase.TAKE, position);
        told(steps, claimed, next, place + " claims the store and restores", claimed.with(place, next));
    }

    private void take(Upserts state, int place, Writer writer, Steps<Upserts> steps) {
        String name = place + " takes the table";
        Owner me = owner(writer);
        WriterRow decision = broken == Break.OLDER_TAKES_BACK
                ? WriterRow.WRITE
                : WriterRow.take(me, null, state.table().writer());
        if (decision == WriterRow.WRITE) {
            Upserts taken = state.with(state.table().takenBy(me));
            told(steps, state, writer, name, taken.with(place, writer.to(Phase.RUN)));
        } else {
            stale(state, place, writer, name, steps);
        }
    }

    private void run(Upserts state, int place, Writer writer, Steps<Upserts> steps) {
        boolean room = writer.buffer().size() < BUFFER && !writer.pending();
        if (room && writer.position() < records) {
            told(steps, state, writer, place + " reads record " + writer.position(), state.with(place, writer.read()));
        }
        if (!writer.buffer().isEmpty()) {
            write(state, place, writer, steps);
        }
        if (writer.pending()) {
            checkpoint(state, place, writer, steps);
        } else if (due(writer)) {
            told(steps, state, writer, place + " starts a checkpoint", state.with(place, writer.checkpoint(true)));
        }
    }

    private static boolean due(Writer writer) {
        boolean changed = writer.position() > writer.captured();
        var facts = new CheckpointTrigger.Facts(1, 0, 1, false, false, changed, false, 0, Long.MAX_VALUE, 1);
        return CheckpointTrigger.decide(facts) == CheckpointTrigger.Decision.START;
    }

    /** One upsert, with the look at the row in the same transaction. */
    private void write(Upserts state, int place, Writer writer, Steps<Upserts> steps) {
        int record = writer.buffer().get(0);
        String name = place + " writes record " + record;
        boolean allowed = WriterRow.write(owner(writer), state.table().writer()) == WriterRow.WRITE;
        if (broken == Break.CHECKED_APART && allowed && !writer.checked()) {
            told(steps, state, writer, place + " looks at the row", state.with(place, writer.looked()));
            return;
        }
        boolean unseen = broken == Break.NO_OWNER_CHECK || (broken == Break.CHECKED_APART && writer.checked());
        if (allowed || unseen) {
            Upserts written = state.with(state.table().with(record));
            told(steps, state, writer, name, written.with(place, writer.wrote()));
        } else {
            stale(state, place, writer, name, steps);
        }
    }

    private void checkpoint(Upserts state, int place, Writer writer, Steps<Upserts> steps) {
        if (state.declines() > 0) {
            steps.fault(place + " declines", state.declined().with(place, writer.checkpoint(false)));
        }
        boolean flushed = writer.buffer().isEmpty() || broken == Break.NO_FLUSH_AT_BARRIER;
        if (!flushed) {
            return;
        }
        String name = place + " makes its checkpoint durable";
        if (state.claims() == writer.number()) {
            told(steps, state, writer, name, state.durable(writer.position()).with(place, writer.durable()));
        } else {
            steps.fault(name + " in vain", state.with(place, Writer.NONE));
        }
    }

    private static void stale(Upserts state, int place, Writer writer, String name, Steps<Upserts> steps) {
        if (state.claims() == writer.number()) {
            steps.wrong(name, "the process with the newest claim stops for good");
        } else {
            steps.fault(name + " in vain", state.with(place, Writer.NONE));
        }
    }

    private static void told(Steps<Upserts> steps, Upserts state, Writer writer, String name, Upserts next) {
        if (state.claims() == writer.number()) {
            steps.step(name, next);
        } else {
            steps.fault(name, next);
        }
    }

    private static Owner owner(Writer writer) {
        return Names.owner(writer.number(), writer.number(), 1);
    }

    @Override
    public @Nullable String violation(Upserts state) {
        int key = state.table().olderThan(state.durable());
        return key < 0
                ? null
                : "key " + key + " has " + state.table().values() + ", older than the checkpoint after "
                        + state.durable() + " records";
    }

    @Override
    public boolean live(Upserts state) {
        for (int place = 1; place <= PROCESSES; place++) {
            Writer writer = state.writer(place);
            if (writer.phase() != Phase.ENDED && writer.number() > 0 && writer.number() == state.claims()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean done(Upserts state) {
        return state.durable() == records;
    }

    @Override
    public Object[] parts(Upserts state) {
        return new Object[] {
            state.claims(),
            state.durable(),
            state.table(),
            state.processes(),
            state.declines(),
            state.first(),
            state.second(),
            state.third()
        };
    }

    @Override
    public Upserts of(Object[] parts) {
        return new Upserts(
                (Integer) parts[0],
                (Integer) parts[1],
                (Table) parts[2],
                (Integer) parts[3],
                (Integer) parts[4],
                (Writer) parts[5],
                (Writer) parts[6],
                (Writer) parts[7]);
    }
}
