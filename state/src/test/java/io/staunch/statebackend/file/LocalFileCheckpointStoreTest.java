package io.staunch.statebackend.file;

import io.staunch.statebackend.disk.LocalDisk;
import io.staunch.store.CheckpointStore;
import io.staunch.testkit.contract.CheckpointStoreContract;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.io.TempDir;

/** The contract, on the disk of this machine and in segments of two chunks. */
class LocalFileCheckpointStoreTest extends CheckpointStoreContract {
    @TempDir
    Path folder;

    @Override
    protected CheckpointStore store() {
        return new FileCheckpointStore(
                AlteredDisk.withoutLocks(new LocalDisk()), folder.resolve("store"), UUID::randomUUID, 250_000);
    }
}
