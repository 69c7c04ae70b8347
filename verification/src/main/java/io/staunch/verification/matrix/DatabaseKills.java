package io.staunch.verification.matrix;

import io.staunch.observe.ProtocolStep;
import io.staunch.verification.kafka.JobProcess;
import io.staunch.verification.kafka.LifePlan;
import java.io.IOException;
import java.util.List;

/** The processes of the database are ended by SIGKILL, or stand still. */
final class DatabaseKills {
    /** Longer than the job waits for an answer. */
    private static final long STANDSTILL_MS = 6_000;

    private DatabaseKills() {}

    static List<Case> alone(Subject subject, int run) {
        return subject.steps().stream()
                .map(step -> new Case(subject, Fault.DATABASE, step.name(), scene -> killedAt(scene, step)))
                .toList();
    }

    static List<Case> recovering(Subject subject, int run) {
        return subject.recoverySteps().stream()
                .map(step -> new Case(subject, Fault.DATABASE_RECOVERING, step.name(), scene -> {
                    scene.killedAt(subject.lastBefore(step), 3);
                    killedAt(scene, step);
                }))
                .toList();
    }

    /** The job restarts inside its process, as often as it takes. */
    private static LifePlan patient(Scene scene) {
        return scene.plan().withPatience(10, 1_000);
    }

    private static void killedAt(Scene scene, ProtocolStep step) throws IOException, InterruptedException {
        JobProcess job = scene.startHeld(patient(scene), step, 1);
        scene.database().kill();
        job.goOn();
        scene.database().restart();
        scene.goesOn(job);
    }

    static List<Case> both(Subject subject, int run) {
        return subject.repeatedSteps().stream()
                .map(step -> new Case(subject, Fault.DATABASE_AND_JOB, step.name(), scene -> {
                    JobProcess job = scene.startHeld(scene.plan(), step, 3);
                    scene.database().kill();
                    job.kill();
                    scene.database().restart();
                }))
                .toList();
    }

    static List<Case> stalled(Subject subject, int run) {
        return List.of(new Case(subject, Fault.DATABASE_STALLED, "", scene -> {
            JobProcess job = scene.start(patient(scene));
            job.await(ProtocolStep.SETTLED, 3);
            scene.database().freeze();
            try {
                // Not a wait for anything: a standstill of this length is the fault.
                Thread.sleep(STANDSTILL_MS);
            } finally {
                scene.database().thaw();
            }
            scene.goesOn(job);
        }));
    }
}
