package io.staunch.kafka.testkit.simulated;

import io.staunch.environment.Environment;
import io.staunch.sink.FlushingSink;
import io.staunch.testkit.contract.SinkContract;
import java.util.List;

/** The sink without transactions keeps its contract, on a simulated cluster. */
class SimulatedKafkaSinkTest extends SinkContract {
    private final ClusterByHand cluster = new ClusterByHand();

    @Override
    protected FlushingSink<String, ?> sink() {
        return ClusterByHand.sink().atLeastOnce();
    }

    @Override
    protected Environment environment() {
        return cluster.environment();
    }

    @Override
    protected List<String> written() {
        return cluster.committed();
    }

    @Override
    protected void turn() {
        cluster.turn();
    }
}
