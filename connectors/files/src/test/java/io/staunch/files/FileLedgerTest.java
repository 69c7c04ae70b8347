package io.staunch.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.testkit.disk.DiskCall;
import io.staunch.testkit.disk.DiskFault;
import io.staunch.testkit.disk.DiskPlan;
import io.staunch.testkit.disk.ProcessKilledException;
import io.staunch.testkit.disk.SimulatedDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Seed 1705 of the random pipelines: a checkpoint knew an identity that was gone after the power had failed, and no start was possible any more. */
class FileLedgerTest {
    private static final Path OUT = Path.of("/out");

    @ParameterizedTest
    @EnumSource(
            value = DiskCall.Kind.class,
            names = {"SYNC", "SYNC_NAMES"})
    void anIdentityThatWasToldSurvivesAPowerFailureAlsoIfItsMakerDidNotLiveToSyncIt(DiskCall.Kind where)
            throws Exception {
        for (int seed = 1; seed <= 40; seed++) {
            var disk = new SimulatedDisk(new SplittableRandom(seed));
            disk.plan(call -> call.kind() == where ? DiskFault.KILL : DiskFault.NONE);
            assertThatThrownBy(() -> identity(disk, 1)).isInstanceOf(ProcessKilledException.class);
            disk.plan(DiskPlan.NOTHING);
            String told = identity(disk, 2);
            disk.crash();
            assertThat(identity(disk, 3)).as("seed " + seed).isEqualTo(told);
        }
    }

    /** @param process makes identities of its own */
    private static String identity(SimulatedDisk disk, int process) throws IOException {
        var world = new World(disk);
        var ledger =
                new FileLedger(SinkFolder.open(world.disk(), OUT, "sink@job").own(), () -> new UUID(process, 0));
        return ledger.view().identity();
    }
}
