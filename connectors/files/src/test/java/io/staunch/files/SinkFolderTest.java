package io.staunch.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.testkit.disk.DiskCall;
import io.staunch.testkit.disk.DiskFault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SinkFolderTest {
    private static final Path OUT = Path.of("/out");

    private final World world = new World();

    /** The thread that commits forgets it while the one that writes looks for what is unfinished. */
    @Test
    void aManifestThatIsForgottenDuringALookIsPassedOver() throws Exception {
        var folder = SinkFolder.open(world.disk(), OUT, "sink@job");
        folder.put(SinkFolder.COMMITTED + "t1", new Manifest(1, List.of()).bytes());
        world.simulated.plan(call -> {
            if (call.kind() == DiskCall.Kind.READ && call.file().equals("committed-t1")) {
                delete("committed-t1");
            }
            return DiskFault.NONE;
        });
        assertThat(folder.unfinished()).isEmpty();
    }

    /** A job that runs for years may meet any number. */
    @Test
    void ofManyFoldersOnlyThoseUsedLastAreRemembered() throws Exception {
        var folder = SinkFolder.open(world.disk(), OUT, "sink@job");
        Set<String> opened = new HashSet<>();
        world.simulated.plan(call -> {
            if (call.kind() == DiskCall.Kind.OPEN) {
                opened.add(call.file());
            }
            return DiskFault.NONE;
        });
        for (int i = 0; i <= SinkFolder.MOST_FOLDERS; i++) {
            folder.folder("f" + i);
        }
        opened.clear();
        folder.folder("f" + SinkFolder.MOST_FOLDERS);
        assertThat(opened).isEmpty();
        folder.folder("f0");
        assertThat(opened).containsExactly("/out/f0");
    }

    private static Path in() {
        return OUT.resolve(".staunch/sink@job");
    }

    private void delete(String file) {
        try {
            world.simulated.open(in()).delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
