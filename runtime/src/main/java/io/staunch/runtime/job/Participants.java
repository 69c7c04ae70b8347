package io.staunch.runtime.job;

import java.util.TreeSet;

/** Who takes part in a checkpoint, by name. */
final class Participants {
    private Participants() {}

    static String task(int number) {
        return "task " + number;
    }

    /** All tasks and sinks; of an at-most-once job the tasks that read sources, since only positions are kept. */
    static TreeSet<String> of(Execution execution, boolean atMostOnce) {
        var all = new TreeSet<String>();
        execution.sourceTasks().forEach(task -> all.add(task(task)));
        if (!atMostOnce) {
            all.addAll(rest(execution));
        }
        return all;
    }

    /** Everything behind the sources. */
    static TreeSet<String> rest(Execution execution) {
        var rest = new TreeSet<String>();
        execution.otherTasks().forEach(task -> rest.add(task(task)));
        rest.addAll(execution.sinks());
        return rest;
    }
}
