package io.staunch.testkit.outside;

import io.staunch.environment.Environment;
import io.staunch.sink.FlushingSink;
import io.staunch.testkit.contract.SinkContract;
import java.util.List;

class LogSinkTest extends SinkContract {
    private final LogWorld world = new LogWorld();

    @Override
    protected FlushingSink<String, ?> sink() {
        return new LogSink<>(LogWorld.TOPIC, record -> record.substring(0, record.indexOf(':')));
    }

    @Override
    protected Environment environment() {
        return world.environment();
    }

    @Override
    protected List<String> written() {
        return world.committed();
    }

    @Override
    protected void turn() {
        world.turn();
    }
}
