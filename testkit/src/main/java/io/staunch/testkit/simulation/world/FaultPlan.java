package io.staunch.testkit.simulation.world;

import io.staunch.testkit.disk.DiskCall;
import java.util.List;

/**
 * Which faults a run may meet, and how likely each is: an immutable value.
 *
 * @param process crashes, standstills and clocks
 * @param call calls to ports, and the systems behind them
 * @param diskError how likely a write or sync fails, per call
 * @param recovery by how much the odds of a crash or standstill grow while an attempt recovers, which takes few steps
 * @param most how many crashes and standstills there are at most, exact faults of any kind included; then the liveness phase begins
 * @param exact faults at named places, in order
 */
public record FaultPlan(
        ProcessFaults process, CallFaults call, double diskError, double recovery, int most, List<ExactFault> exact) {
    private static final String LOCK_HOLDER = "disk." + DiskCall.Kind.LOCK_HOLDER;

    public FaultPlan {
        exact = List.copyOf(exact);
        if (most < exact.size()) {
            throw new IllegalArgumentException(
                    "a plan of at most " + most + " faults can't have " + exact.size() + " exact ones");
        }
    }

    /** Whether one of the exact faults is at a place that is met only where locks keep processes out. */
    boolean needsLocks() {
        return exact.stream().anyMatch(fault -> fault.at().equals(LOCK_HOLDER));
    }

    /** A run without faults. */
    public static FaultPlan none() {
        return new FaultPlan(ProcessFaults.NONE, CallFaults.NONE, 0, 1, 0, List.of());
    }

    /** Only these faults, in this order. */
    public static FaultPlan exactly(ExactFault... faults) {
        return exactly(List.of(faults));
    }

    /** Only these faults, in this order. */
    public static FaultPlan exactly(List<ExactFault> faults) {
        return new FaultPlan(ProcessFaults.NONE, CallFaults.NONE, 0, 1, faults.size(), faults);
    }

    /**
     * The same with other threads of a process going on while a call is under way, so often.
     *
     * @param perCall how likely, per call
     */
    public FaultPlan interleaved(double perCall) {
        return new FaultPlan(process.interleaved(perCall), call, diskError, recovery, most, exact);
    }

    /** The same with outside systems that are away, are stuck, and abort transactions so often; see {@link CallFaults}. */
    public FaultPlan weather(double outagesPerSecond, double stuckPerSecond, double earlyAbort) {
        return new FaultPlan(
                process, call.weather(outagesPerSecond, stuckPerSecond, earlyAbort), diskError, recovery, most, exact);
    }

    /** The same where the liveness phase does not begin with the last fault, but when everything has come, or after the bound of steps. */
    public FaultPlan lasting() {
        return new FaultPlan(process, call, diskError, recovery, Integer.MAX_VALUE, exact);
    }

    /**
     * A plan by chance: each kind of fault is in it or not, and rare or frequent. Runs that differ in which faults they have at all find
     * more than runs that all have a little of everything (Groce and others, "Swarm testing", 2012).
     */
    public static FaultPlan byChance(Chance chance) {
        var process = new ProcessFaults(
                some(chance, 0.001, 0.01),
                some(chance, 0.005, 0.05),
                some(chance, 0.003, 0.03),
                some(chance, 0.05, 0.5),
                some(chance, 0.0005, 0.005),
                some(chance, 0.002, 0.02),
                some(chance, 0.001, 0.02),
                some(chance, 0.01, 0.3),
                some(chance, 0.0001, 0.002));
        var call = new CallFaults(
                some(chance, 0.001, 0.03),
                some(chance, 0.001, 0.03),
                some(chance, 0.001, 0.03),
                some(chance, 0.001, 0.03),
                some(chance, 0.1, 5),
                some(chance, 0.1, 5),
                some(chance, 0.01, 0.3));
        double disk = chance.happens(0.3) ? chance.between(1, 20) / 1000.0 : 0;
        return new FaultPlan(process, call, disk, chance.between(1, 4), (int) chance.between(2, 12), List.of());
    }

    private static double some(Chance chance, double least, double most) {
        return chance.happens(0.6) ? least * Math.pow(most / least, chance.below(1000) / 1000.0) : 0;
    }
}
