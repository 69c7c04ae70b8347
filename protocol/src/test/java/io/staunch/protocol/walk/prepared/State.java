package io.staunch.protocol.walk.prepared;

import java.util.List;

/**
 * A state of the world.
 *
 * @param leadClient the process that fenced the lead last
 * @param leadEntry the checkpoint in the lead's ledger
 * @param outsides by sink
 * @param started how many processes have started
 * @param left how many faults may still happen
 * @param reported whether a process has stopped because the outside has lost what it can't write again
 */
record State(
        Store store,
        int leadClient,
        long leadEntry,
        List<Outside> outsides,
        int started,
        Setting.Faults left,
        boolean reported,
        List<Process> processes) {
    State with(Store now) {
        return new State(now, leadClient, leadEntry, outsides, started, left, reported, processes);
    }

    State lead(int client, long entry) {
        return new State(store, client, entry, outsides, started, left, reported, processes);
    }

    State with(int sink, Outside now) {
        List<Outside> all = Process.replaced(outsides, sink, now);
        return new State(store, leadClient, leadEntry, all, started, left, reported, processes);
    }

    State with(List<Outside> now) {
        return new State(store, leadClient, leadEntry, now, started, left, reported, processes);
    }

    State starts() {
        return new State(store, leadClient, leadEntry, outsides, started + 1, left, reported, processes);
    }

    State with(Setting.Faults now) {
        return new State(store, leadClient, leadEntry, outsides, started, now, reported, processes);
    }

    State reports() {
        return new State(store, leadClient, leadEntry, outsides, started, left, true, processes);
    }

    State with(int place, Process process) {
        List<Process> all = Process.replaced(processes, place, process);
        return new State(store, leadClient, leadEntry, outsides, started, left, reported, all);
    }
}
