package io.staunch.verification.matrix;

import io.staunch.observe.ProtocolStep;
import io.staunch.verification.kafka.JobProcess;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** No fault: shows that a job takes exactly the steps at which the faults happen, so that none of those is passed over. */
final class Peace {
    private static final int CHECKPOINTS = 10;

    private Peace() {}

    static List<Case> cases(Subject subject, int run) {
        return List.of(new Case(subject, Fault.NONE, "", scene -> {
            lives(scene, subject.steps());
            lives(scene, subject.laterSteps());
        }));
    }

    private static void lives(Scene scene, List<ProtocolStep> expected) throws IOException, InterruptedException {
        JobProcess job = scene.start();
        job.await(ProtocolStep.SETTLED, CHECKPOINTS);
        Set<ProtocolStep> taken = EnumSet.noneOf(ProtocolStep.class);
        for (ProtocolStep step : ProtocolStep.values()) {
            if (job.taken(step) > 0) {
                taken.add(step);
            }
        }
        job.kill();
        // Whether the life before had written everything when it was killed is chance.
        taken.remove(ProtocolStep.FOLLOWER_CAUGHT_UP);
        if (!taken.equals(EnumSet.copyOf(expected))) {
            throw new AssertionError("a life in peace takes the steps " + taken + ", and the matrix has faults at "
                    + expected + ": change Subject");
        }
    }
}
