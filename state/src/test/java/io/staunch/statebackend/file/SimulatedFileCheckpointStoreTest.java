package io.staunch.statebackend.file;

import io.staunch.store.CheckpointStore;
import io.staunch.testkit.contract.CheckpointStoreContract;
import io.staunch.testkit.disk.SimulatedDisk;
import java.nio.file.Path;
import java.util.UUID;
import java.util.random.RandomGenerator;

/** The contract, on the simulated disk, in segments of a single chunk. */
class SimulatedFileCheckpointStoreTest extends CheckpointStoreContract {
    private final SimulatedDisk disk = new SimulatedDisk(RandomGenerator.of("L64X128MixRandom"));
    private int processes;

    SimulatedFileCheckpointStoreTest() {
        disk.locksExclude(false);
    }

    @Override
    protected CheckpointStore store() {
        processes++;
        return new FileCheckpointStore(disk.process("process " + processes), Path.of("/store"), UUID::randomUUID, 1);
    }

    @Override
    protected boolean threads() {
        return false;
    }
}
