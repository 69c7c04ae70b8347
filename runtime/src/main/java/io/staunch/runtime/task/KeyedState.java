package io.staunch.runtime.task;

import io.staunch.backend.KeyGroupRange;
import io.staunch.backend.KeyedBackend;
import io.staunch.backend.KeyedBackend.Capture;
import io.staunch.backend.KeyedBackend.Extent;
import io.staunch.backend.StateBackend;
import io.staunch.graph.Node;
import io.staunch.runtime.data.Barrier;

/** The keyed state of a task's head. Owned by the task's worker. */
final class KeyedState implements Stateful {
    private final String operator;
    private final KeyGroupRange groups;
    private final KeyedBackend backend;
    private long lastCaptured = -1;

    KeyedState(StateBackend backends, Node.KeyedNode node, KeyGroupRange groups, int keyGroups) {
        this.operator = node.name();
        this.groups = groups;
        this.backend = backends.keyed(node.key().kind(), node.key().type(), keyGroups, groups);
    }

    KeyedBackend backend() {
        return backend;
    }

    void restore(Restored restored) {
        backend.written(restored.texts());
        backend.restore(restored.chunks(), groups);
    }

    @Override
    public String operator() {
        return operator;
    }

    @Override
    public Capture capture(Barrier barrier) {
        boolean onTop = barrier.since() >= 0 && barrier.since() == lastCaptured;
        lastCaptured = barrier.checkpoint();
        return backend.capture(onTop ? Extent.CHANGES : Extent.WHOLE);
    }

    @Override
    public void close() {
        backend.close();
    }
}
