package io.staunch.jdbc;

import io.staunch.environment.Environment;
import io.staunch.error.Remedy;
import io.staunch.guarantee.Offer;
import io.staunch.sink.OnRefusedRecord;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What sinks have in common.
 *
 * @param table as it would stand in SQL
 * @param ledger name of the ledger's table
 * @param createLedger whether the ledger, and what belongs to it, may be made if it is not there
 */
record TableOptions<T>(
        Database database,
        String table,
        Columns<T> columns,
        OnRefusedRecord onRefused,
        String ledger,
        boolean createLedger)
        implements Serializable {
    private static final String LEDGER = "staunch_ledger";

    static <T> TableOptions<T> of(Database database, String table, Class<T> type) {
        return new TableOptions<>(database, table, Columns.of(type), OnRefusedRecord.FAIL, LEDGER, false);
    }

    TableOptions<T> with(Columns<T> other) {
        return new TableOptions<>(database, table, other, onRefused, ledger, createLedger);
    }

    TableOptions<T> with(OnRefusedRecord other) {
        return new TableOptions<>(database, table, columns, other, ledger, createLedger);
    }

    TableOptions<T> ledger(String name) {
        return new TableOptions<>(database, table, columns, onRefused, name, createLedger);
    }

    TableOptions<T> withCreation() {
        return new TableOptions<>(database, table, columns, onRefused, ledger, true);
    }

    String description() {
        return "table " + table + " at " + database.place();
    }

    String resource() {
        return "database " + database.name() + ", table " + table;
    }

    TableName tableName() {
        return TableName.checked(table);
    }

    Ledger commitLedger() {
        return new Ledger(TableName.checked(ledger), database.dialect(), createLedger);
    }

    Session session(Environment environment, Remedy passing) {
        return new Session(DatabaseConnections.of(environment), database, faults(passing));
    }

    SqlFaults faults(Remedy passing) {
        return new SqlFaults(database.place(), table, passing);
    }

    /** The offer, unless the database forgets. */
    Offer offer(Offer otherwise) {
        return offer(database, otherwise);
    }

    /** The same of a database. */
    static Offer offer(Database database, Offer otherwise) {
        return Dialect.of(database.url())
                .filter(dialect -> dialect.forgets(database))
                .map(dialect -> Offer.atMostOnce(
                        "an H2 database in memory is gone when its process ends", "a database in a file, or a server"))
                .orElse(otherwise);
    }

    List<String> problems() {
        List<String> problems = new ArrayList<>(database.problems());
        problems.addAll(columns.problems());
        named(table, "table", problems);
        named(ledger, "ledger", problems);
        return problems;
    }

    static void named(String name, String what, List<String> problems) {
        if (TableName.of(name).isEmpty()) {
            problems.add(what + " '" + name
                    + "' is no name of a table: name, schema.name, with quotes around what is not plain");
        }
    }

    static Optional<TableName.Part> column(String name) {
        return TableName.column(name);
    }
}
