package io.staunch.runtime.plan;

import io.staunch.graph.Node;
import io.staunch.process.OperatorBroadcastFactory;

/** The factories of functions as the engine calls them: whatever the classes are of what goes through. */
public final class Factories {
    private Factories() {}

    /** That of a function without keys which reads a table. */
    @SuppressWarnings("unchecked") // the pipeline's builder has checked the types
    public static OperatorBroadcastFactory<Object, Object, Object, Object> of(Node.ConnectedNode node) {
        return (OperatorBroadcastFactory<Object, Object, Object, Object>) node.factory();
    }
}
