package io.staunch.kafka.testkit.simulated;

import io.staunch.environment.Environment;
import io.staunch.kafka.KafkaSource;
import io.staunch.source.Source;
import io.staunch.source.Split;
import io.staunch.testkit.contract.SourceContract;
import java.util.List;

/** The source keeps its contract, on a simulated cluster. */
class SimulatedKafkaSourceTest extends SourceContract {
    private final ClusterByHand cluster = new ClusterByHand();

    @Override
    protected Source<String> source() {
        return KafkaSource.strings().bootstrapServers(ClusterByHand.SERVERS).topic(ClusterByHand.TOPIC);
    }

    @Override
    protected Environment environment() {
        return cluster.environment();
    }

    @Override
    protected void append(int split, List<String> values) {
        cluster.append(split, values);
    }

    @Override
    protected boolean knowsLag() {
        return true;
    }

    @Override
    protected boolean expire(int split, int records) {
        cluster.expire(split, records);
        return true;
    }

    @Override
    protected boolean remake() {
        cluster.remake();
        return true;
    }

    @Override
    protected String called(Split split) {
        return "topic " + ClusterByHand.TOPIC;
    }

    @Override
    protected void turn() {
        cluster.turn();
    }
}
