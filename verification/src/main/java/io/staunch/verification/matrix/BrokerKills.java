package io.staunch.verification.matrix;

import io.staunch.observe.ProtocolStep;
import io.staunch.verification.kafka.JobProcess;
import io.staunch.verification.kafka.LifePlan;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** The broker's process is ended by SIGKILL, or stands still. */
final class BrokerKills {
    private static final Duration CHECKPOINT_TIMEOUT = Duration.ofSeconds(3);
    private static final Duration TRANSACTION_TIMEOUT = Duration.ofSeconds(30);

    private BrokerKills() {}

    static List<Case> alone(Subject subject, int run) {
        return subject.steps().stream()
                .map(step -> new Case(subject, Fault.BROKER, step.name(), scene -> brokerKilledAt(scene, step)))
                .toList();
    }

    static List<Case> recovering(Subject subject, int run) {
        return subject.recoverySteps().stream()
                .map(step -> new Case(subject, Fault.BROKER_RECOVERING, step.name(), scene -> {
                    scene.killedAt(subject.lastBefore(step), 3);
                    brokerKilledAt(scene, step);
                }))
                .toList();
    }

    /** The job restarts inside its process, as often as it takes. */
    private static LifePlan patient(Scene scene) {
        return scene.plan().withPatience(10, 1_000);
    }

    private static void brokerKilledAt(Scene scene, ProtocolStep step) throws IOException, InterruptedException {
        JobProcess job = scene.startHeld(patient(scene), step, 1);
        scene.broker().kill();
        job.goOn();
        scene.broker().restart();
        scene.goesOn(job);
    }

    static List<Case> both(Subject subject, int run) {
        return subject.repeatedSteps().stream()
                .map(step -> new Case(subject, Fault.BOTH, step.name(), scene -> {
                    JobProcess job = scene.startHeld(scene.plan(), step, 3);
                    scene.broker().kill();
                    job.kill();
                    scene.broker().restart();
                }))
                .toList();
    }

    static List<Case> restarting(Subject subject, int run) {
        return List.of(new Case(subject, Fault.RESTARTING, ProtocolStep.RESTARTING.name(), scene -> {
            LifePlan life = patient(scene).withTimeouts(CHECKPOINT_TIMEOUT, TRANSACTION_TIMEOUT);
            JobProcess job = scene.start(life.until(ProtocolStep.RESTARTING, 1));
            // On a slow machine it may restart for another reason before.
            job.awaitUnlessHeld(ProtocolStep.SETTLED, 3);
            scene.broker().kill();
            job.awaitHeld();
            job.kill();
            scene.broker().restart();
        }));
    }

    static List<Case> stalled(Subject subject, int run) {
        return List.of(new Case(subject, Fault.STALLED, "", scene -> {
            LifePlan life = patient(scene).withTimeouts(CHECKPOINT_TIMEOUT, TRANSACTION_TIMEOUT);
            JobProcess job = scene.start(life);
            job.await(ProtocolStep.SETTLED, 3);
            int before = job.taken(ProtocolStep.RESTARTING);
            scene.broker().pause();
            try {
                job.await(ProtocolStep.RESTARTING, before + 1);
            } finally {
                scene.broker().resume();
            }
            scene.goesOn(job);
        }));
    }
}
