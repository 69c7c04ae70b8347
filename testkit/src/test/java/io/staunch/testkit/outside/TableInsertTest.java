package io.staunch.testkit.outside;

import io.staunch.environment.Environment;
import io.staunch.sink.FlushingSink;
import io.staunch.testkit.contract.SinkContract;
import java.util.List;

class TableInsertTest extends SinkContract {
    private final TableWorld world = new TableWorld();
    private final TableInsert<String> sink = new TableInsert<>("t", record -> record.substring(0, record.indexOf(':')));

    @Override
    protected FlushingSink<String, ?> sink() {
        return sink;
    }

    @Override
    protected Environment environment() {
        return world.environment();
    }

    @Override
    protected List<String> written() {
        return world.committed(sink).stream().map(row -> (String) row.value()).toList();
    }

    @Override
    protected void turn() {
        world.turn();
    }
}
