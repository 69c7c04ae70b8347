package io.staunch;

/**
 * A table that a stream's records make, of which every task of those who read it has a copy: connect streams to it.
 *
 * @param <K> keys of the table
 * @param <V> values of the table
 */
public final class Broadcast<K, V> {
    private final Pipeline pipeline;
    private final int node;

    Broadcast(Pipeline pipeline, int node) {
        this.pipeline = pipeline;
        this.node = node;
    }

    /** The number of the node that makes it, for a stream of this pipeline. */
    int nodeFor(Pipeline ofStream) {
        if (ofStream != pipeline) {
            throw new IllegalArgumentException("a stream of pipeline '" + ofStream.name()
                    + "' can't be connected to a broadcast of '" + pipeline.name() + "': build both from one Pipeline");
        }
        return node;
    }
}
