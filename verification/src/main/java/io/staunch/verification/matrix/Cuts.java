package io.staunch.verification.matrix;

import io.staunch.guarantee.Guarantee;
import io.staunch.kafka.testkit.broker.BrokerLink;
import io.staunch.kafka.testkit.broker.BrokerLink.Way;
import io.staunch.observe.ProtocolStep;
import io.staunch.verification.kafka.JobProcess;
import io.staunch.verification.kafka.LifePlan;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** The network between job and broker fails, and comes back. */
final class Cuts {
    /** That is how long a short cut is. */
    private static final Duration SHORT = Duration.ofMillis(1_500);

    private static final Duration LATENCY = Duration.ofMillis(50);
    private static final Duration CHECKPOINT_TIMEOUT = Duration.ofSeconds(2);
    private static final Duration TRANSACTION_TIMEOUT = Duration.ofSeconds(4);

    /** Number of the request with which a producer ends its transaction. */
    private static final int END_TXN = 26;

    /** After each of these the job asks the broker for something. */
    private static final Set<ProtocolStep> BEFORE_TALK = EnumSet.of(
            ProtocolStep.EPOCH_CLAIMED,
            ProtocolStep.LEDGER_PEEKED,
            ProtocolStep.LEAD_FENCED,
            ProtocolStep.RECOVERY_DECIDED,
            ProtocolStep.RESTORED,
            ProtocolStep.TRANSACTION_OPENED,
            ProtocolStep.BARRIER_SENT,
            ProtocolStep.SINK_PREPARED,
            ProtocolStep.DURABLE,
            ProtocolStep.COMMIT_SENT);

    private Cuts() {}

    static List<Case> refused(Subject subject, int run) {
        return brief(subject, Fault.REFUSED, BrokerLink::refuse);
    }

    static List<Case> blackHole(Subject subject, int run) {
        return brief(subject, Fault.BLACK_HOLE, BrokerLink::lose);
    }

    static List<Case> requestsLost(Subject subject, int run) {
        return brief(subject, Fault.REQUESTS_LOST, link -> link.lose(Way.TO_BROKER));
    }

    static List<Case> answersLost(Subject subject, int run) {
        return brief(subject, Fault.ANSWERS_LOST, link -> link.lose(Way.TO_CLIENT));
    }

    static List<Case> late(Subject subject, int run) {
        return brief(subject, Fault.LATE, BrokerLink::hold);
    }

    /** In a later life, so that there is something to recover and to lose. */
    private static List<Case> brief(Subject subject, Fault fault, Consumer<BrokerLink> cut) {
        return subject.laterSteps().stream()
                .filter(BEFORE_TALK::contains)
                .map(step -> new Case(subject, fault, step.name(), scene -> {
                    scene.killedAt(ProtocolStep.DURABLE, 3);
                    JobProcess job = scene.startHeld(patient(scene.plan()), step, 1);
                    cut.accept(scene.link());
                    job.goOn();
                    // Not a wait for anything: a cut of this length is the fault.
                    Thread.sleep(SHORT.toMillis());
                    scene.link().pass();
                    scene.goesOn(job);
                }))
                .toList();
    }

    private static LifePlan patient(LifePlan plan) {
        return plan.withPatience(10, 1_000);
    }

    static List<Case> slow(Subject subject, int run) {
        return List.of(new Case(subject, Fault.SLOW, "", scene -> {
            scene.link().delay(LATENCY);
            scene.killedAt(ProtocolStep.DURABLE, 3);
            scene.goesOn(scene.start(patient(scene.plan())));
        }));
    }

    static List<Case> longer(Subject subject, int run) {
        return openTransactions(subject).stream()
                .map(step -> new Case(subject, Fault.LONG_CUT, step.name(), scene -> {
                    scene.replan(patient(scene.plan()).withTimeouts(CHECKPOINT_TIMEOUT, TRANSACTION_TIMEOUT));
                    JobProcess job = scene.startHeld(scene.plan(), step, 3);
                    scene.link().lose();
                    job.goOn();
                    scene.awaitNothingOpen();
                    scene.link().pass();
                    scene.goesOn(job);
                }))
                .toList();
    }

    static List<Case> standsStill(Subject subject, int run) {
        return openTransactions(subject).stream()
                .map(step -> new Case(subject, Fault.STANDS_STILL, step.name(), scene -> {
                    scene.replan(patient(scene.plan()).withTimeouts(CHECKPOINT_TIMEOUT, TRANSACTION_TIMEOUT));
                    JobProcess job = scene.startHeld(scene.plan(), step, 3);
                    scene.awaitNothingOpen();
                    job.goOn();
                    scene.goesOn(job);
                }))
                .toList();
    }

    private static List<ProtocolStep> openTransactions(Subject subject) {
        return subject.guarantee() == Guarantee.EXACTLY_ONCE ? subject.repeatedSteps() : List.of();
    }

    /**
     * The request to commit is on its way when the process dies, and arrives when its successor has taken a step: before that has fenced
     * it, it takes effect; after that it must not.
     */
    static List<Case> lateCommit(Subject subject, int run) {
        if (subject.guarantee() != Guarantee.EXACTLY_ONCE) {
            return List.of();
        }
        return subject.laterSteps().stream()
                .map(step -> new Case(subject, Fault.LATE_COMMIT, step.name(), scene -> {
                    JobProcess dying = scene.start();
                    dying.await(ProtocolStep.SETTLED, 3);
                    scene.link().holdRequest(END_TXN);
                    await(() -> scene.link().waiting() > 0);
                    dying.kill();
                    JobProcess successor = scene.startHeld(patient(scene.plan()), step, 1);
                    scene.link().pass();
                    successor.goOn();
                    scene.goesOn(successor);
                }))
                .toList();
    }

    /** The commit takes effect, and the job is not told: it is killed then, or goes on. */
    static List<Case> commitAnswerLost(Subject subject, int run) {
        if (subject.guarantee() != Guarantee.EXACTLY_ONCE) {
            return List.of();
        }
        return List.of(
                new Case(subject, Fault.COMMIT_ANSWER_LOST, "job goes on", scene -> {
                    JobProcess job = scene.start(patient(scene.plan()));
                    loseAnswer(scene, job);
                    scene.link().pass();
                    scene.goesOn(job);
                }),
                new Case(subject, Fault.COMMIT_ANSWER_LOST, "job killed", scene -> {
                    JobProcess job = scene.start();
                    loseAnswer(scene, job);
                    job.kill();
                    scene.link().pass();
                }));
    }

    private static void loseAnswer(Scene scene, JobProcess job) throws IOException, InterruptedException {
        job.await(ProtocolStep.SETTLED, 3);
        scene.link().loseAnswer(END_TXN);
        await(() -> scene.link().hasLost());
    }

    private static void await(BooleanSupplier state) throws InterruptedException {
        while (!state.getAsBoolean()) {
            Thread.sleep(1);
        }
    }
}
