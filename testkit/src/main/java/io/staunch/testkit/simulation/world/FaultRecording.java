package io.staunch.testkit.simulation.world;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The faults of a run, and every meeting of a place where one could have been: what is needed to say "this fault and that one, and no
 * others" as exact faults. Owned by the thread that runs the world.
 */
public final class FaultRecording {
    private final List<Meeting> meetings = new ArrayList<>();
    private final List<Struck> faults = new ArrayList<>();

    void met(String at, FaultAction.Moment moment) {
        meetings.add(new Meeting(at, moment));
    }

    void happened(HappenedFault fault) {
        faults.add(new Struck(fault, meetings.size()));
    }

    /** How many faults have happened. */
    public int size() {
        return faults.size();
    }

    /** All faults as exact ones. */
    public List<ExactFault> exact() {
        return exact(IntStream.range(0, faults.size()).boxed().toList());
    }

    /**
     * Some of the faults as exact ones, each counted from the one before it.
     *
     * @param chosen their numbers from 0, in order
     */
    public List<ExactFault> exact(List<Integer> chosen) {
        List<ExactFault> exact = new ArrayList<>();
        int from = 0;
        for (int number : chosen) {
            Struck struck = faults.get(number);
            HappenedFault fault = struck.fault;
            int occurrence = meetings(fault, from, struck.after);
            exact.add(new ExactFault(fault.action(), fault.at(), occurrence, fault.size()));
            from = struck.after;
        }
        return exact;
    }

    private int meetings(HappenedFault fault, int from, int to) {
        var wanted = new Meeting(fault.at(), fault.action().moment());
        return (int) meetings.subList(from, to).stream().filter(wanted::equals).count();
    }

    private record Meeting(String at, FaultAction.Moment moment) {}

    /** @param after how many meetings there were when it had happened, its own included */
    private record Struck(HappenedFault fault, int after) {}
}
