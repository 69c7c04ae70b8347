package io.staunch.testkit.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.testkit.simulation.world.Chance;
import io.staunch.testkit.simulation.world.ExactFault;
import io.staunch.testkit.simulation.world.FaultAction;
import io.staunch.testkit.simulation.world.FaultPlan;
import io.staunch.testkit.simulation.world.SimulatedProcess;
import io.staunch.testkit.simulation.world.SimulatedWorld;
import io.staunch.testkit.table.DatabaseException.Reason;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** A simulated database with a table of each kind, whose clients are called by hand. */
final class DatabaseWorld {
    static final String KEYED = "keyed";
    static final String LIST = "list";

    private static final long PATIENCE_MS = 1_000;
    private static final int PATIENT_STEPS = 1_000;

    private final SimulatedWorld world;
    private final SimulatedDatabase database;
    private final TableReader reader;
    private final List<Object> listed = new ArrayList<>();

    DatabaseWorld(DatabaseFaults faults, ExactFault... exact) {
        world = new SimulatedWorld(1, FaultPlan.exactly(exact));
        database = new SimulatedDatabase(world.clock(), new Chance(1), faults);
        database.createTable(KEYED, TableKind.KEYED);
        database.createTable(LIST, TableKind.APPEND_ONLY);
        reader = new TableReader(database, LIST);
    }

    DatabaseWorld(ExactFault... exact) {
        this(DatabaseFaults.none(), exact);
    }

    static ExactFault first(FaultAction action, String operation) {
        return new ExactFault(action, operation, 1);
    }

    SimulatedDatabase database() {
        return database;
    }

    SimulatedProcess process() {
        return world.newProcess();
    }

    DatabaseSession session() {
        return session(process());
    }

    DatabaseSession session(SimulatedProcess process) {
        return new DatabaseClient(database, process, new Chance(2), PATIENCE_MS).connect();
    }

    /** A session with a transaction in which the key has this row. */
    DatabaseSession writing(Object key, Object row) {
        DatabaseSession session = session();
        session.begin();
        session.write(Write.upsert(KEYED, key, row));
        return session;
    }

    /** Puts a committed row there. */
    void put(Object key, Object row) {
        session().write(Write.upsert(KEYED, key, row));
    }

    /** Has something done while somebody waits. */
    void soon(Runnable what) {
        world.clock().after(20_000_000, what);
    }

    /** Lets more time pass than anything here takes. */
    void later() {
        for (int i = 0; i < PATIENT_STEPS; i++) {
            world.step();
        }
    }

    /** What is committed in the list, in order. */
    List<Object> listed() {
        reader.read(change -> listed.add(String.valueOf(change.row())));
        return listed;
    }

    static void refused(Reason reason, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        DatabaseException.class,
                        e -> assertThat(e.reason()).as(e.getMessage()).isEqualTo(reason));
    }
}
