package io.staunch.verification.matrix;

import io.staunch.observe.ProtocolStep;
import java.util.List;
import java.util.stream.IntStream;

/** The job's process is ended by SIGKILL, at the moment at which it takes a step. */
final class JobKills {
    private static final int LATER = 5;

    private JobKills() {}

    static List<Case> first(Subject subject, int run) {
        return subject.steps().stream()
                .map(step -> new Case(subject, Fault.JOB_FIRST, step.name(), scene -> scene.killedAt(step, 1)))
                .toList();
    }

    static List<Case> later(Subject subject, int run) {
        return subject.repeatedSteps().stream()
                .map(step -> new Case(subject, Fault.JOB_LATER, step.name(), scene -> scene.killedAt(step, LATER)))
                .toList();
    }

    static List<Case> recovering(Subject subject, int run) {
        return subject.stepsThatCatchUp().stream()
                .map(step -> new Case(subject, Fault.JOB_RECOVERING, step.name(), scene -> {
                    scene.killedAt(subject.lastBefore(step), 3);
                    scene.killedAt(step, 1);
                }))
                .toList();
    }

    static List<Case> twice(Subject subject, int run) {
        List<ProtocolStep> steps = subject.laterSteps();
        return IntStream.range(0, steps.size())
                .mapToObj(i -> {
                    ProtocolStep first = steps.get(i);
                    ProtocolStep second = steps.get((i * 5 + 3 + run) % steps.size());
                    return new Case(subject, Fault.JOB_TWICE, first + ", then " + second, scene -> {
                        scene.killedAt(first, 1);
                        scene.killedAt(second, 1);
                    });
                })
                .toList();
    }
}
