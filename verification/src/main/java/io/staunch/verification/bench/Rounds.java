package io.staunch.verification.bench;

import io.staunch.verification.bench.report.Results;
import io.staunch.verification.bench.report.Run;
import java.util.List;
import java.util.function.Predicate;

/** Runs all contenders in turn. One that fails is told of, and the others go on. */
final class Rounds {
    private Rounds() {}

    /** One run of one contender. */
    interface Measured {
        Run run(Kind kind, String setting, int round) throws Exception;
    }

    static void measure(
            String workload, Plan plan, List<String> settings, Predicate<Kind> takesPart, Results results, Measured one)
            throws InterruptedException {
        for (int round = 1; round <= plan.rounds(); round++) {
            for (String setting : settings) {
                for (Kind kind : plan.order(round)) {
                    if (takesPart.test(kind) && kind.has(setting)) {
                        Run run = guarded(workload, kind, setting, round, one);
                        results.add(run);
                        Progress.tell(run);
                    }
                }
            }
        }
    }

    private static Run guarded(String workload, Kind kind, String setting, int round, Measured one)
            throws InterruptedException {
        try {
            return one.run(kind, setting, round);
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            return Run.failed(workload, setting, kind.label(), round, String.valueOf(e.getMessage()));
        }
    }
}
