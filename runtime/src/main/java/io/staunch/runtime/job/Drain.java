package io.staunch.runtime.job;

import java.util.Set;

/** The end of an at-most-once job: what was released flows out, and a last barrier behind it says so. Owned by the coordinator. */
final class Drain {
    private final Set<String> missing;

    Drain(Execution execution) {
        missing = Participants.rest(execution);
    }

    void acknowledged(String participant) {
        missing.remove(participant);
    }

    boolean done() {
        return missing.isEmpty();
    }
}
