package io.staunch.testkit.outside;

import io.staunch.function.KeyFunction;
import io.staunch.guarantee.Offer;
import io.staunch.sink.FlushingSink;
import io.staunch.sink.SinkConnection;
import io.staunch.sink.SinkContext;
import io.staunch.sink.SinkEncoder;
import io.staunch.testkit.table.DatabaseSession;
import io.staunch.testkit.table.TableKind;
import io.staunch.testkit.table.Write;
import java.util.List;

/**
 * Adds rows to a table of the simulated database as records come: at least once.
 *
 * @param table its name
 * @param key of a record; records with an equal key keep their order
 */
public record TableInsert<T>(String table, KeyFunction<T, Object> key) implements FlushingSink<T, TableRow> {
    @Override
    public String description() {
        return TableOutside.TABLE + table;
    }

    @Override
    public Offer offer() {
        return Offer.atLeastOnce("inserts as records come: a replay inserts again", "use TableUpsert");
    }

    @Override
    public SinkEncoder<T, TableRow> encoder(SinkContext context) {
        return (value, timestamp) -> new TableRow(key.key(value), value);
    }

    @Override
    public SinkConnection<TableRow> connect(SinkContext context) {
        return new TableConnection(table, TableClients.of(context.environment()), new Inserts(table));
    }

    private record Inserts(String table) implements TableConnection.Statements {
        @Override
        public void begin(DatabaseSession session) {
            session.createIfMissing(table, TableKind.APPEND_ONLY);
        }

        @Override
        public void write(DatabaseSession session, List<TableRow> records) {
            session.write(
                    records.stream().map(each -> Write.append(table, each)).toList());
        }
    }
}
