package io.staunch.files;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.testkit.disk.DiskCall;
import io.staunch.testkit.disk.DiskFault;
import io.staunch.testkit.disk.DiskPlan;
import io.staunch.testkit.disk.ProcessKilledException;
import io.staunch.testkit.disk.SimulatedDisk;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What a reader sees of a transaction with several files in one folder. */
class ShownInOrderTest {
    private static final Path OUT = Path.of("/out");

    @Test
    void aPowerFailureWhileSeveralFilesAreShownLeavesTheFirstOfThemAndNoOthers() throws Exception {
        for (int seed = 1; seed <= 40; seed++) {
            for (int call = 1; call <= 4; call++) {
                List<String> seen = seenAfterAFailureAt(call, seed);
                assertThat(seen).isEqualTo(List.of("0", "1", "2", "3").subList(0, seen.size()));
            }
        }
    }

    /** A file for each checkpoint and folder makes a million in a day or two. */
    @Test
    void namesAreInTheOrderOfTheirFilesAlsoBehindTheFirstMillion() {
        List<String> names = new ArrayList<>();
        for (long file : new long[] {1, 999_999, 1_000_000, 10_000_000}) {
            names.add(FileTransactions.shown("sink@job", 9, file));
        }
        names.add(FileTransactions.shown("sink@job", 10, 1));
        assertThat(names).isSorted();
    }

    private static List<String> seenAfterAFailureAt(int sync, int seed) throws Exception {
        var disk = new SimulatedDisk(new SplittableRandom(seed));
        var store = new SinkDriver.Store();
        FileSink<String> sink = FileSink.lines(OUT).rollAtBytes(1);
        var job = new SinkDriver<>(store, sink, new World(disk), Integer::toString);
        job.write(4);
        job.checkpoint(true);
        int[] left = {sync};
        disk.plan(call -> {
            boolean shows =
                    call.kind() == DiskCall.Kind.SYNC_NAMES && call.file().equals(OUT.toString());
            return shows && --left[0] == 0 ? DiskFault.KILL : DiskFault.NONE;
        });
        assertThatThrownBy(job::commit).isInstanceOf(ProcessKilledException.class);
        disk.plan(DiskPlan.NOTHING);
        disk.crash();
        return disk.files(OUT).stream()
                .filter(name -> !FolderTree.hidden(name))
                .map(name -> new String(disk.content(OUT, name), UTF_8).strip())
                .toList();
    }
}
