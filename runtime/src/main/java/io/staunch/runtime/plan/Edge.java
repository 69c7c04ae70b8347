package io.staunch.runtime.plan;

/**
 * Records go from the tasks of one stage to those of another.
 *
 * @param number its number among the edges
 * @param fromNode the node whose records they are
 * @param toNode the head of the stage that takes them
 */
public record Edge(int number, int fromNode, int toNode) {}
