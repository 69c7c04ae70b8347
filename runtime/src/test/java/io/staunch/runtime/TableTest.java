package io.staunch.runtime;

import io.staunch.environment.Environment;
import io.staunch.runtime.environment.LocalEnvironment;
import io.staunch.sink.IdempotentSink;
import io.staunch.testkit.contract.IdempotentSinkContract;
import java.util.Map;
import java.util.TreeMap;

/** The table that the engine is tested with keeps the contract of its kind. */
class TableTest extends IdempotentSinkContract {
    private final String name = "table of " + System.identityHashCode(this) + " " + System.nanoTime();

    @Override
    protected IdempotentSink<String, ?> sink() {
        return new Table.Upsert<>(name, record -> record.substring(0, record.indexOf(':')));
    }

    @Override
    protected Environment environment() {
        return new LocalEnvironment();
    }

    @Override
    protected Map<String, String> rows() {
        Map<String, String> rows = new TreeMap<>();
        Table.named(name).rows().forEach((key, record) -> rows.put((String) key, (String) record));
        return rows;
    }
}
