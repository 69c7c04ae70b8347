package io.staunch.kafka.testkit.simulated;

import io.staunch.environment.Environment;
import io.staunch.sink.RereadSink;
import io.staunch.testkit.contract.LeadContract;
import java.util.List;

/** The lead keeps its contract, on a simulated cluster. */
class SimulatedKafkaLeadTest extends LeadContract {
    private final ClusterByHand cluster = new ClusterByHand();

    @Override
    protected RereadSink<String, ?> sink() {
        return ClusterByHand.sink();
    }

    @Override
    protected Environment environment() {
        return cluster.environment();
    }

    @Override
    protected List<String> committed() {
        return cluster.committed();
    }

    @Override
    protected boolean threads() {
        return false;
    }

    @Override
    protected void turn() {
        cluster.turn();
    }
}
