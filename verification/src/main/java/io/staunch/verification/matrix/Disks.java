package io.staunch.verification.matrix;

import io.staunch.observe.ProtocolStep;
import io.staunch.verification.kafka.JobProcess;
import io.staunch.verification.kafka.LifePlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;

/** The disk of the job's checkpoints takes nothing any more, and later does again. */
final class Disks {
    private static final int MEGABYTES = 8;
    private static final int FAILURES = 3;

    private Disks() {}

    /** What happens to a disk. */
    @FunctionalInterface
    private interface OnDisk {
        void act(Scene scene, SmallDisk disk) throws IOException, InterruptedException;
    }

    static List<Case> full(Subject subject, int run) {
        return on(subject, Fault.DISK_FULL, (scene, disk) -> {
            JobProcess job = scene.start(scene.plan().withPatience(1_000, 0));
            job.await(ProtocolStep.SETTLED, FAILURES);
            disk.fill();
            job.await(ProtocolStep.CHECKPOINT_FAILED, FAILURES);
            disk.free();
            scene.goesOn(job);
            requireAlive(job);
        });
    }

    private static void requireAlive(JobProcess job) {
        if (job.ended()) {
            throw new AssertionError("the job has ended although the disk was full for less than is tolerated");
        }
    }

    static List<Case> tooLong(Subject subject, int run) {
        return on(subject, Fault.DISK_FULL_TOO_LONG, (scene, disk) -> {
            JobProcess job = scene.start(scene.plan().withPatience(FAILURES, 0));
            job.await(ProtocolStep.SETTLED, FAILURES);
            disk.fill();
            requireWords(job.awaitEnd(), FAILURES + 1 + " checkpoints in a row have failed", "No space left on device");
            disk.free();
        });
    }

    static List<Case> fullAtStart(Subject subject, int run) {
        return on(subject, Fault.DISK_FULL_AT_START, (scene, disk) -> {
            scene.killedAt(ProtocolStep.DURABLE, FAILURES);
            disk.fill();
            requireWords(scene.start().awaitEnd(), scene.plan().folder().toString(), "No space left on device");
            disk.free();
        });
    }

    static List<Case> readOnly(Subject subject, int run) {
        return on(subject, Fault.DISK_READ_ONLY, (scene, disk) -> {
            scene.killedAt(ProtocolStep.DURABLE, FAILURES);
            disk.readOnly(true);
            requireWords(scene.start().awaitEnd(), scene.plan().folder().toString(), "mounted read-only");
            disk.readOnly(false);
        });
    }

    private static void requireWords(String failure, String... words) {
        for (String word : words) {
            if (!failure.contains(word)) {
                throw new AssertionError(
                        "the job has ended with \"" + failure + "\", which does not say \"" + word + "\"");
            }
        }
    }

    private static List<Case> on(Subject subject, Fault fault, OnDisk what) {
        return List.of(new Case(subject, fault, "", scene -> act(scene, what)));
    }

    private static void act(Scene scene, OnDisk what) throws IOException, InterruptedException, ExecutionException {
        Path mount = scene.folder().resolve("disk");
        SmallDisk disk = scene.own(SmallDisk.at(mount, MEGABYTES));
        LifePlan plan = scene.plan();
        scene.replan(plan.withFolder(mount.resolve("state")));
        scene.liveWithin(disk.enter());
        what.act(scene, disk);
    }
}
