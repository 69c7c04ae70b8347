package io.staunch.testkit.simulation.world;

/** What becomes of one call to a port. */
public enum CallFate {
    /** It takes effect, and its caller gets the answer. */
    ANSWERED,
    /** It does not take effect, and its caller waits until its own time-out. */
    REQUEST_LOST,
    /** It takes effect, and its caller waits until its own time-out. */
    ANSWER_LOST,
    /** Its caller waits until its own time-out; some time later it takes effect, if it then still may. */
    REQUEST_DELAYED,
    /** It does not take effect, and its caller is told that it may try again. */
    REFUSED
}
