package io.staunch.testkit.simulation.world;

/**
 * How likely a call to a port is hit, per call, and how the outside behaves by itself.
 *
 * @param lostRequest the call does not arrive, and its caller waits in vain
 * @param lostAnswer the call takes effect, and its caller waits in vain
 * @param delayedRequest the caller waits in vain, and the call takes effect later
 * @param refusal the call is refused for a reason that passes
 * @param outagesPerSecond how often the outside is away for a while, per second of virtual time
 * @param stuckPerSecond how often it is there and decides about no transaction for a while
 * @param earlyAbort how likely it aborts an open transaction as if by time-out, per transaction
 */
public record CallFaults(
        double lostRequest,
        double lostAnswer,
        double delayedRequest,
        double refusal,
        double outagesPerSecond,
        double stuckPerSecond,
        double earlyAbort) {
    /** Every call arrives and is answered. */
    public static final CallFaults NONE = new CallFaults(0, 0, 0, 0, 0, 0, 0);

    CallFaults weather(double outages, double stuck, double abort) {
        return new CallFaults(lostRequest, lostAnswer, delayedRequest, refusal, outages, stuck, abort);
    }
}
