package io.staunch.files;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.testkit.disk.DiskCall;
import io.staunch.testkit.disk.DiskFault;
import io.staunch.testkit.disk.DiskPlan;
import io.staunch.testkit.disk.ProcessKilledException;
import io.staunch.testkit.disk.SimulatedDisk;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whatever happens to the process, the disk and the power, and whenever: at each moment whoever lists the folder sees whole lines, in each folder a
 * beginning of what durable checkpoints have, in order and each once; and in the end all of it.
 */
class FileSinkFaultsTest {
    private static final Logger LOG = LoggerFactory.getLogger(FileSinkFaultsTest.class);
    private static final Path OUT = Path.of("/out");
    private static final int FOLDERS = 2;
    private static final long SEEDS = Long.getLong("staunch.files.seeds", 100);

    /** One run of a job that is killed again and again. */
    private static final class Run {
        private final SplittableRandom random;
        private final SimulatedDisk disk;
        private final SinkDriver.Store store = new SinkDriver.Store();
        private final FileSink<String> sink;
        private final Broken how;
        private int seenBefore;
        private int faults;
        private final int most;
        private boolean quiet;
        private boolean mayHaveChanged;

        Run(long seed, Broken how) {
            this.how = how;
            random = new SplittableRandom(seed);
            disk = new SimulatedDisk(new SplittableRandom(seed + 1));
            FileSink<String> plain = FileSink.lines(OUT).folderBy(value -> "f=" + Integer.parseInt(value) % FOLDERS);
            FileSink<String> rolling = switch (random.nextInt(3)) {
                case 0 -> plain;
                case 1 -> plain.rollEvery(Duration.ofSeconds(2));
                default -> plain.rollAtBytes(10);
            };
            sink = rolling;
            most = random.nextInt(12);
            disk.plan(plan());
        }

        private DiskPlan plan() {
            return call -> {
                if (mayHaveChanged) {
                    look();
                }
                mayHaveChanged = call.kind() == DiskCall.Kind.RENAME || call.kind() == DiskCall.Kind.DELETE;
                if (quiet || faults == most || random.nextInt(25) > 0) {
                    return DiskFault.NONE;
                }
                faults++;
                DiskFault[] all = DiskFault.values();
                return all[1 + random.nextInt(all.length - 1)];
            };
        }

        /** Somebody lists the folder. */
        private void look() {
            int seen = 0;
            for (int folder = 0; folder < FOLDERS; folder++) {
                List<String> lines = shown(folder);
                for (int i = 0; i < lines.size(); i++) {
                    assertThat(lines.get(i)).isEqualTo(Integer.toString(FOLDERS * i + folder));
                    assertThat(FOLDERS * i + folder).as("durable").isLessThan(store.position());
                }
                seen += lines.size();
            }
            assertThat(seen).as("what was seen before is there").isGreaterThanOrEqualTo(seenBefore);
            seenBefore = seen;
        }

        private List<String> shown(int folder) {
            List<String> lines = new ArrayList<>();
            Path in = OUT.resolve("f=" + folder);
            for (String name : disk.files(in)) {
                if (!FolderTree.hidden(name)) {
                    String text = new String(disk.content(in, name), UTF_8);
                    assertThat(text).endsWith("\n");
                    text.lines().forEach(lines::add);
                }
            }
            return lines;
        }

        void go() throws Exception {
            for (int life = 0; life < 8; life++) {
                var world = new World(disk, how);
                try {
                    live(world);
                } catch (ProcessKilledException | StaunchException e) {
                    // It begins again.
                    assertThat(e).isNotNull();
                }
                look();
                if (random.nextInt(3) == 0) {
                    disk.crash();
                    seenBefore = 0;
                    look();
                }
            }
            quiet = true;
            var last = new SinkDriver<>(store, sink, new World(disk, how), Integer::toString, how);
            last.connect();
            if (random.nextBoolean()) {
                last.write(2);
                last.checkpoint(true);
                last.commit();
            }
            last.end();
            look();
            int all = shown(0).size() + shown(1).size();
            assertThat(all).isEqualTo(store.position());
            for (int folder = 0; folder < FOLDERS; folder++) {
                assertThat(disk.files(OUT.resolve("f=" + folder))).noneMatch(FolderTree::hidden);
            }
        }

        private void live(World world) throws Exception {
            var job = new SinkDriver<>(store, sink, world, Integer::toString, how);
            for (int i = random.nextInt(6); i >= 0; i--) {
                job.write(1 + random.nextInt(4));
                world.nanos += 700_000_000L;
                boolean durable = random.nextInt(4) > 0;
                job.checkpoint(durable);
                if (!durable) {
                    return;
                }
                if (random.nextInt(3) > 0) {
                    commit(job);
                }
            }
            if (random.nextBoolean()) {
                job.last();
                commit(job);
                job.close();
            }
        }

        private void commit(SinkDriver<String> job) throws Exception {
            while (true) {
                try {
                    job.commit();
                    return;
                } catch (StaunchException e) {
                    if (e.remedy() != Remedy.RETRY) {
                        throw new AssertionError("a commit can't succeed", e);
                    }
                    job.reconnect();
                }
            }
        }
    }

    @Test
    void whoeverListsTheFolderSeesABeginningAndInTheEndAll() throws Exception {
        for (long seed = 1; seed <= SEEDS; seed++) {
            try {
                new Run(seed, Broken.NOTHING).go();
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NOTHING")
    void whatIsDoneWrongIsFound(Broken how) throws Exception {
        for (long seed = 1; seed <= 300; seed++) {
            try {
                new Run(seed, how).go();
            } catch (AssertionError | StaunchException | IllegalStateException found) {
                LOG.info("{} is found by seed {}", how, seed, found);
                return;
            }
        }
        throw new AssertionError(how + " was not found by 300 seeds");
    }
}
