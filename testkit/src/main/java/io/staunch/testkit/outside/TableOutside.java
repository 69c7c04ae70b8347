package io.staunch.testkit.outside;

import io.staunch.Settings;
import io.staunch.function.KeyFunction;
import io.staunch.sink.IdempotentSink;
import io.staunch.sink.Sink;
import io.staunch.sink.WriteAheadSink;
import io.staunch.source.Source;
import io.staunch.testkit.simulation.Capture;
import io.staunch.testkit.simulation.Outside;
import io.staunch.testkit.simulation.oracle.Counted;
import io.staunch.testkit.simulation.oracle.Output;
import io.staunch.testkit.simulation.world.CallFaults;
import io.staunch.testkit.simulation.world.Chance;
import io.staunch.testkit.simulation.world.SimulatedWorld;
import io.staunch.testkit.table.CommittedChange;
import io.staunch.testkit.table.DatabaseFaults;
import io.staunch.testkit.table.SimulatedDatabase;
import io.staunch.testkit.table.TableReader;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The simulated database as an outside system. It is there from its first use on, so that runs that don't use it are not touched by it.
 * Owned by the thread that runs the world.
 */
final class TableOutside implements Outside {
    /** What the descriptions of sinks here begin with, before the table's name. */
    static final String TABLE = "simulated table ";

    private final SimulatedWorld world;
    private final DatabaseFaults faults;
    private final Chance chance;
    private final RefusedIntervals refused;
    private @Nullable SimulatedDatabase used;

    TableOutside(SimulatedWorld world, CallFaults faults) {
        this.world = world;
        this.faults = DatabaseFaults.of(faults);
        chance = Chance.of(world.seed(), "tables");
        refused = new RefusedIntervals(world.disk(), Chance.of(world.seed(), "refused intervals"));
        world.port(TableClients.class, process -> new TableClients(database(), process, chance, refused));
    }

    SimulatedDatabase database() {
        SimulatedDatabase database = used;
        if (database == null) {
            database = new SimulatedDatabase(world.clock(), new Chance(chance.next()), faults);
            used = database;
        }
        return database;
    }

    @Override
    public boolean feeds(Source<?> source) {
        return false;
    }

    @Override
    public void feed(Source<?> source, List<Fed> records) {
        throw new IllegalStateException("no source reads simulated tables");
    }

    @Override
    public boolean captures(Sink<?> sink) {
        return sink.description().startsWith(TABLE);
    }

    @Override
    public Capture capture(Sink<?> sink) {
        String table = sink.description().substring(TABLE.length());
        if (sink instanceof RefusingWriteAhead<?> refusing) {
            return new RefusingCapture<>(database(), table, refusing, refused);
        }
        var reader = new TableReader(database(), table);
        Counted counted = counted(sink);
        return new Capture() {
            @Override
            public void read(Consumer<Output> into) {
                reader.read(change -> into.accept(output(change)));
            }

            @Override
            public Counted counted() {
                return counted;
            }
        };
    }

    /** Of a pipeline of somebody else's nothing is known but that it converges. */
    private static Counted counted(Sink<?> sink) {
        if (sink.kind() != Sink.Kind.IDEMPOTENT) {
            return Counted.RECORDS;
        }
        return sink instanceof StandInTable ? Counted.FINAL_VALUES : Counted.VERSIONS;
    }

    @Override
    public Optional<Sink<?>> standInFor(String name, Sink<?> unknown, KeyFunction<Object, @Nullable Object> key) {
        KeyFunction<Object, Object> present =
                row -> Objects.requireNonNull(key.key(row), "sink '" + name + "': a record has no key");
        if (unknown instanceof IdempotentSink<?, ?> byKey) {
            return Optional.of(new StandInTable("for-" + name, present, byKey));
        }
        return unknown instanceof WriteAheadSink<?> later
                ? Optional.of(new StandInWriteAhead<>("for-" + name, present, later))
                : Optional.empty();
    }

    @Override
    public boolean settles(Throwable failure, boolean last) {
        return refused.settles(failure, last);
    }

    @Override
    public Settings settings(Settings chosen) {
        return refused.settings(chosen);
    }

    @Override
    public void goOn() {}

    @Override
    public void calm() {
        if (used != null) {
            used.calm();
        }
    }

    private static Output output(CommittedChange change) {
        Object row = Objects.requireNonNull(change.row(), "nothing here deletes");
        return row instanceof TableRow inserted
                ? new Output(0, inserted.key(), inserted.value(), change.process(), change.execution())
                : new Output(0, change.key(), row, change.process(), change.execution());
    }
}
