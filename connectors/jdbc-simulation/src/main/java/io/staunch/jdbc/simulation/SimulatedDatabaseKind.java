package io.staunch.jdbc.simulation;

import io.staunch.testkit.simulation.Outside;
import io.staunch.testkit.simulation.OutsideKind;
import io.staunch.testkit.simulation.oracle.Counted;
import io.staunch.testkit.simulation.oracle.Output;
import io.staunch.testkit.simulation.world.FaultPlan;
import io.staunch.testkit.simulation.world.SimulatedWorld;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * Gives simulations a database: {@code JdbcSink} and {@code JdbcSource} as they are, over H2 behind a server and a network that misbehave. A pipeline
 * has it by any URL of H2, such as {@code jdbc:h2:/simulated/shop}; nothing is opened there. An immutable value.
 *
 * <p>What a sink has written is judged as it becomes visible: of an upsert the row that each key has in the end, of the others each row once.
 */
public final class SimulatedDatabaseKind implements OutsideKind {
    private final List<String> statements;
    private final Function<String, List<String>> statementsFor;
    private final RowOutput rows;
    private final Counted byKey;

    /**
     * For a pipeline by chance.
     *
     * @param statementsFor makes a table when it is asked for
     * @param byKey what counts of tables that are written by key
     */
    SimulatedDatabaseKind(
            List<String> statements, Function<String, List<String>> statementsFor, RowOutput rows, Counted byKey) {
        this.statements = List.copyOf(statements);
        this.statementsFor = statementsFor;
        this.rows = rows;
        this.byKey = byKey;
    }

    /** A database with the tables that these statements make, in the words of H2. */
    public static SimulatedDatabaseKind of(String... statements) {
        return new SimulatedDatabaseKind(
                List.of(statements),
                table -> List.of(),
                (table, row) -> new Output(0, null, row),
                Counted.FINAL_VALUES);
    }

    /** What rows are as output. By default all their values but those that the database makes, without a key: then their order is not judged. */
    public SimulatedDatabaseKind rows(RowOutput output) {
        return new SimulatedDatabaseKind(statements, statementsFor, Objects.requireNonNull(output, "output"), byKey);
    }

    /**
     * Judges upserts by each version of a row, and by whom it was written: none may be older than what a complete checkpoint counts on. What must come
     * out has to be said then, all versions of each key in their order, of which not all need be seen.
     */
    public SimulatedDatabaseKind versions() {
        return new SimulatedDatabaseKind(statements, statementsFor, rows, Counted.VERSIONS);
    }

    List<String> statements() {
        return statements;
    }

    List<String> statementsFor(String table) {
        return statementsFor.apply(table);
    }

    RowOutput rows() {
        return rows;
    }

    Counted byKey() {
        return byKey;
    }

    @Override
    public Outside open(SimulatedWorld world, FaultPlan plan) {
        return new SimulatedDatabase(world, plan.call(), this);
    }
}
