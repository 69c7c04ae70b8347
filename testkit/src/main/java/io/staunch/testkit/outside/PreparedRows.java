package io.staunch.testkit.outside;

import io.staunch.sink.TransactionConnection;
import io.staunch.testkit.table.Write;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Rows on their way into a table, in transactions that are prepared. */
final class PreparedRows<T> implements TransactionConnection<T> {
    private static final int TOGETHER = 50;

    private final AppendedRows<T> rows;
    private final String evidence;
    private final boolean locks;
    private final List<Write> writes = new ArrayList<>();
    private final Set<Object> locked = new LinkedHashSet<>();

    /**
     * @param evidence where each transaction adds a row with its name
     * @param locks whether each transaction also holds a row for each key
     */
    PreparedRows(AppendedRows<T> rows, String evidence, boolean locks) {
        this.rows = rows;
        this.evidence = evidence;
        this.locks = locks;
    }

    @Override
    public void begin() throws Exception {
        locked.clear();
        rows.call(session -> {
            session.begin();
            return true;
        });
    }

    @Override
    public void write(T value, long origin) throws Exception {
        Object key = rows.key().key(value);
        if (locks && locked.add(key)) {
            writes.add(Write.upsert(locks(rows.table()), key, value));
        }
        writes.add(Write.append(rows.table(), new TableRow(key, value)));
        if (writes.size() >= TOGETHER) {
            send();
        }
    }

    private void send() throws Exception {
        List<Write> together = List.copyOf(writes);
        writes.clear();
        rows.call(session -> session.write(together));
    }

    @Override
    public void prepare(String token) throws Exception {
        writes.add(Write.insert(evidence, token, true));
        send();
        rows.call(session -> {
            session.prepare(token);
            return true;
        });
    }

    /** The table with a row for each key. */
    static String locks(String table) {
        return table + "-locks";
    }

    @Override
    public void close() {
        rows.session().close();
    }
}
