package io.staunch.jdbc.simulation;

import io.staunch.jdbc.DatabaseConnections;
import io.staunch.sink.Sink;
import io.staunch.source.Source;
import io.staunch.testkit.simulation.Capture;
import io.staunch.testkit.simulation.Outside;
import io.staunch.testkit.simulation.oracle.Counted;
import io.staunch.testkit.simulation.world.CallFaults;
import io.staunch.testkit.simulation.world.Chance;
import io.staunch.testkit.simulation.world.SimulatedProcess;
import io.staunch.testkit.simulation.world.SimulatedWorld;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A database as an outside system: whatever H2 database a pipeline names, it has this one. It is there from its first use on, so that runs that don't
 * use it are not touched by it. Owned by the thread that runs the world.
 */
final class SimulatedDatabase implements Outside {
    private static final Pattern DESCRIPTION = Pattern.compile("table (?<table>.+) at h2:.*");

    private final SimulatedWorld world;
    private final CallFaults faults;
    private final SimulatedDatabaseKind kind;
    private final Chance chance;
    private final Map<Integer, ProcessConnections> processes = new HashMap<>();
    private final List<TableFeed> feeds = new ArrayList<>();
    private @Nullable DatabaseServer used;

    SimulatedDatabase(SimulatedWorld world, CallFaults faults, SimulatedDatabaseKind kind) {
        this.world = world;
        this.faults = faults;
        this.kind = kind;
        chance = Chance.of(world.seed(), "jdbc");
        world.port(DatabaseConnections.class, this::connections);
    }

    private DatabaseConnections connections(SimulatedProcess process) {
        return processes.computeIfAbsent(
                process.number(), n -> new ProcessConnections(new Line(server(), process, chance)));
    }

    private DatabaseServer server() {
        DatabaseServer server = used;
        if (server == null) {
            server = new DatabaseServer(world.clock(), new Chance(chance.next()), faults);
            used = server;
            server.run(kind.statements());
        }
        return server;
    }

    private static @Nullable String table(String description) {
        Matcher parts = DESCRIPTION.matcher(description);
        return parts.matches() ? parts.group("table") : null;
    }

    private TableColumns columns(String description) {
        String table = java.util.Objects.requireNonNull(table(description));
        DatabaseServer server = server();
        server.run(kind.statementsFor(table));
        try {
            return TableColumns.of(server.observer(), table);
        } catch (SQLException e) {
            throw new IllegalStateException("H2 can't be asked for table " + table, e);
        }
    }

    @Override
    public boolean feeds(Source<?> source) {
        return table(source.description()) != null;
    }

    @Override
    public void feed(Source<?> source, List<Fed> records) {
        TableColumns columns = columns(source.description());
        feeds.add(new TableFeed(server(), new Chance(chance.next()), columns.sql(), records));
    }

    @Override
    public boolean captures(Sink<?> sink) {
        return table(sink.description()) != null;
    }

    @Override
    public Capture capture(Sink<?> sink) {
        Counted counted = sink.kind() == Sink.Kind.IDEMPOTENT ? kind.byKey() : Counted.RECORDS;
        var capture = new TableCapture(server(), columns(sink.description()), kind.rows(), counted);
        server().watch(capture);
        return capture;
    }

    @Override
    public boolean isLookedAtByTime() {
        return !feeds.isEmpty();
    }

    @Override
    public void goOn() {
        feeds.forEach(TableFeed::goOn);
    }

    @Override
    public void calm() {
        if (used != null) {
            used.calm();
        }
    }

    @Override
    public void close() {
        if (used != null) {
            used.close();
        }
    }
}
