package io.staunch.kafka.testkit.real;

import io.staunch.kafka.testkit.broker.KafkaBroker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The lives of the job, one after the other, over one folder of checkpoints. Owned by one thread. */
final class Lives implements AutoCloseable {
    private final Path folder;
    private final LifeSettings life;
    private final Duration limit;
    private int number;

    Lives(StaticMethod pipeline, KafkaBroker broker, RealSettings settings) {
        try {
            folder = Files.createTempDirectory("staunch-real-run-");
        } catch (IOException e) {
            throw new UncheckedIOException("no temporary folder can be made for the job's checkpoints", e);
        }
        limit = settings.within();
        life = new LifeSettings(
                broker.bootstrapServers(),
                pipeline,
                folder.resolve("state"),
                settings.checkpointEvery(),
                settings.parallelism());
    }

    /** A life that is ended by SIGKILL, with some work to do. */
    void runUntil(Kill kill, Portion work, Runnable meanwhile) throws InterruptedException {
        work.give();
        number++;
        try (Life job = Life.start(life, kill, "life " + number + ", to be killed " + kill + ",", log())) {
            if (kill.at() == null) {
                job.awaitReads(limit, meanwhile);
            } else {
                job.awaitHeld(work, limit, meanwhile);
            }
            long end = System.nanoTime() + kill.delay().toNanos();
            while (System.nanoTime() < end) {
                meanwhile.run();
            }
            job.kill();
        }
    }

    /** The last life, which works off everything and stops in order. */
    void runToTheEnd(Portion work, Runnable meanwhile) throws InterruptedException {
        work.give();
        try (Life job = Life.start(life, null, "the last life", log())) {
            job.awaitReads(limit, meanwhile);
            job.awaitNoLag(limit, meanwhile);
            job.stop(limit);
        }
    }

    private Path log() {
        return folder.resolve("job.log");
    }

    /** Deletes the folder. */
    @Override
    public void close() {
        try (Stream<Path> all = Files.walk(folder)) {
            List<Path> deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
            for (Path each : deepestFirst) {
                Files.deleteIfExists(each);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the folder " + folder + " of a real run can't be deleted", e);
        }
    }
}
