package io.staunch.runtime.plan;

/**
 * Records go from the tasks of one stage to those of another.
 *
 * @param number its number among the edges
 * @param fromNode the node whose records they are
 * @param toNode the head of the stage that takes them
 * @param kind which task takes a record
 */
public record Edge(int number, int fromNode, int toNode, Kind kind) {
    /** Which task takes a record. */
    public enum Kind {
        /** The one with the same number as the task that sends it. */
        FORWARD,
        /** The one that has its key. */
        BY_KEY,
        /** All of them. */
        TO_ALL
    }
}
