package io.staunch.testkit.outside;

import io.staunch.environment.Environment;
import io.staunch.source.Source;
import io.staunch.testkit.contract.SourceContract;
import java.util.List;

class LogSourceTest extends SourceContract {
    private final LogWorld world = new LogWorld();

    @Override
    protected Source<String> source() {
        return new LogSource<>(LogWorld.TOPIC, String.class);
    }

    @Override
    protected Environment environment() {
        return world.environment();
    }

    @Override
    protected void append(int split, List<String> values) {
        world.append(split, values);
    }

    @Override
    protected boolean knowsLag() {
        return true;
    }

    @Override
    protected boolean expire(int split, int records) {
        world.expire(split, records);
        return true;
    }

    @Override
    protected void turn() {
        world.turn();
    }
}
