package io.staunch.verification.simulation;

import io.staunch.sink.Sink;
import io.staunch.testkit.simulation.Capture;
import io.staunch.testkit.simulation.ForwardingOutside;
import io.staunch.testkit.simulation.Outside;
import io.staunch.testkit.simulation.OutsideKind;
import io.staunch.testkit.simulation.oracle.Output;
import io.staunch.testkit.simulation.world.FaultPlan;
import io.staunch.testkit.simulation.world.SimulatedWorld;
import io.staunch.verification.simulation.Before.Row;
import java.util.HashSet;
import java.util.Set;

/**
 * An outside of which only the ids are looked at that its rows are about. In a table that is written by key a row counts when it appears, not when it is overwritten by itself; it
 * stays, since nothing deletes. So an id that is there twice is in two rows of different keys, or in a row that was added twice.
 */
record ById(OutsideKind kind) implements OutsideKind {
    @Override
    public Outside open(SimulatedWorld world, FaultPlan plan) {
        return new Watched(kind.open(world, plan));
    }

    /** Owned by the thread that runs the world. */
    private static final class Watched extends ForwardingOutside {
        Watched(Outside outside) {
            super(outside);
        }

        @Override
        public Capture capture(Sink<?> sink) {
            Capture capture = super.capture(sink);
            boolean byKey = sink.kind() == Sink.Kind.IDEMPOTENT || sink instanceof TakenAtItsWord;
            Set<Row> there = new HashSet<>();
            return into -> capture.read(output -> {
                Row row = (Row) output.value();
                if (there.add(row) || !byKey) {
                    into.accept(id(row.id()));
                }
            });
        }
    }

    /** What is seen of a row. */
    static Output id(int id) {
        return new Output(0, id, id);
    }
}
