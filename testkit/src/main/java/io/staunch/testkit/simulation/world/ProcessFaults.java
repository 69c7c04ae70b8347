package io.staunch.testkit.simulation.world;

/**
 * How likely a process is hit, per occasion.
 *
 * @param crashPerStep crash between two steps of agents
 * @param crashPerEvent crash at a step of the protocol
 * @param crashPerCall crash before or after a call to a disk or a port
 * @param powerShare how many of the crashes are power failures
 * @param pausePerStep standstill between two steps of agents
 * @param pausePerEvent standstill at a step of the protocol
 * @param pausePerCall standstill before or after a call to a disk or a port
 * @param interleavePerCall other threads of the process go on while a call is under way
 * @param jumpPerStep the wall clock jumps by up to an hour, back or forth
 */
public record ProcessFaults(
        double crashPerStep,
        double crashPerEvent,
        double crashPerCall,
        double powerShare,
        double pausePerStep,
        double pausePerEvent,
        double pausePerCall,
        double interleavePerCall,
        double jumpPerStep) {
    /** Nothing befalls the processes. */
    public static final ProcessFaults NONE = new ProcessFaults(0, 0, 0, 0, 0, 0, 0, 0, 0);

    ProcessFaults interleaved(double perCall) {
        return new ProcessFaults(
                crashPerStep,
                crashPerEvent,
                crashPerCall,
                powerShare,
                pausePerStep,
                pausePerEvent,
                pausePerCall,
                perCall,
                jumpPerStep);
    }
}
