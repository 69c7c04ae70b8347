package io.staunch.runtime.task;

import io.staunch.backend.KeyGroupRange;
import io.staunch.backend.KeyedBackend;
import io.staunch.graph.Node;
import io.staunch.statebackend.heap.HeapKeyedBackend;
import java.nio.ByteBuffer;
import java.util.List;

/** The keyed state of a task's head. Owned by the task's worker. */
final class KeyedState implements Stateful {
    private final String operator;
    private final KeyGroupRange groups;
    private final KeyedBackend backend;

    KeyedState(Node.KeyedNode node, KeyGroupRange groups, int keyGroups) {
        this.operator = node.name();
        this.groups = groups;
        this.backend = new HeapKeyedBackend(node.key().kind(), node.key().type(), keyGroups, groups);
    }

    KeyedBackend backend() {
        return backend;
    }

    void restore(List<byte[]> chunks) {
        for (byte[] chunk : chunks) {
            backend.restore(chunk, groups);
        }
    }

    @Override
    public String operator() {
        return operator;
    }

    @Override
    public List<ByteBuffer> capture() {
        return backend.capture();
    }

    @Override
    public void close() {
        backend.close();
    }
}
