package io.staunch.testkit.outside;

import io.staunch.environment.Environment;
import io.staunch.sink.RereadSink;
import io.staunch.testkit.contract.LeadContract;
import java.util.List;

class LogLeadTest extends LeadContract {
    private final LogWorld world = new LogWorld();

    @Override
    protected RereadSink<String, ?> sink() {
        return new LogLead<>(LogWorld.TOPIC, record -> record.substring(0, record.indexOf(':')));
    }

    @Override
    protected Environment environment() {
        return world.environment();
    }

    @Override
    protected List<String> committed() {
        return world.committed();
    }

    @Override
    protected boolean threads() {
        return false;
    }

    @Override
    protected void turn() {
        world.turn();
    }
}
