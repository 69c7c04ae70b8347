package io.staunch.testkit.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.testkit.log.LogRecord.Payload;
import io.staunch.testkit.simulation.world.Chance;
import io.staunch.testkit.simulation.world.FaultPlan;
import io.staunch.testkit.simulation.world.SimulatedWorld;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TransactionCoordinatorTest {
    private static final long TIMEOUT_MS = 1_000;

    private final SimulatedWorld world = new SimulatedWorld(1, FaultPlan.none());
    private final SimulatedLog log =
            new SimulatedLog(world.clock(), Chance.of(1, "log"), new LogFaults(0, 0, 0, TIMEOUT_MS, 1));

    /** Found by seed 30011523: a marker that waited for the end of an outage held back readers for longer than the run was watched. */
    @Test
    void aMarkerDoesNotWaitForTheEndOfAStuckTimeThatIsOverEarlier() {
        LogPartition partition = log.createTopic("t", 1, Map.of()).partitions().get(0);
        ProducerIdentity producer = log.coordinator().init("id", TIMEOUT_MS);
        log.append(partition, new Payload(null, "value", null, 0), producer);
        log.coordinator().hold();
        passMillis(2 * TIMEOUT_MS);
        assertThat(partition.stableEnd()).isZero();
        assertThat(log.coordinator().hasEnded("id")).isFalse();

        log.calm();
        passMillis(50);
        assertThat(log.coordinator().hasEnded("id")).isTrue();
        assertThat(partition.stableEnd()).isEqualTo(partition.end()).isEqualTo(2);
        passMillis(10_000);
        assertThat(partition.end()).as("one marker, not two").isEqualTo(2);
    }

    private void passMillis(long millis) {
        long end = world.clock().nanos() + millis * 1_000_000;
        world.clock().after(millis * 1_000_000, () -> {});
        while (world.clock().nanos() < end) {
            world.step();
        }
    }
}
