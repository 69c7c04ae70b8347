package io.staunch.runtime.task;

import io.staunch.backend.KeyGroupRange;
import io.staunch.backend.KeyedBackend;
import io.staunch.backend.KeyedBackend.Capture;
import io.staunch.backend.KeyedBackend.Captured;
import io.staunch.backend.KeyedBackend.Extent;
import io.staunch.backend.StateBackend;
import io.staunch.graph.Node;
import io.staunch.protocol.time.Reached;
import io.staunch.runtime.data.Barrier;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The keyed state of a task's head. Owned by the task's worker. */
final class KeyedState implements Stateful {
    private final String operator;
    private final KeyGroupRange groups;
    private final KeyedBackend backend;
    private final @Nullable TaskTime time;
    private long lastCaptured = -1;

    /** @param time what is stored beside the state; null if the operator's stream has no event time */
    KeyedState(
            StateBackend backends, Node.KeyedNode node, KeyGroupRange groups, int keyGroups, @Nullable TaskTime time) {
        this.time = time;
        this.operator = node.name();
        this.groups = groups;
        this.backend = backends.keyed(node.key().kind(), node.key().type(), keyGroups, groups);
    }

    KeyedBackend backend() {
        return backend;
    }

    void restore(Restored restored) {
        backend.written(restored.texts());
        List<byte[]> chunks = new ArrayList<>();
        List<Reached> reached = new ArrayList<>();
        for (byte[] chunk : restored.chunks()) {
            if (Reached.is(chunk)) {
                reached.add(Reached.of(chunk));
            } else {
                chunks.add(chunk);
            }
        }
        backend.restore(chunks, groups);
        if (time != null) {
            time.restore(reached);
        }
    }

    @Override
    public String operator() {
        return operator;
    }

    @Override
    public Capture capture(Barrier barrier) {
        boolean onTop = barrier.since() >= 0 && barrier.since() == lastCaptured;
        lastCaptured = barrier.checkpoint();
        Capture capture = backend.capture(onTop ? Extent.CHANGES : Extent.WHOLE);
        return time == null ? capture : new WithTime(capture, time.written());
    }

    /** A capture of the state, and how far time had come when it began. */
    private record WithTime(Capture state, List<ByteBuffer> time) implements Capture {
        @Override
        public boolean advance(int budget) {
            return state.advance(budget);
        }

        @Override
        public Captured result() {
            Captured captured = state.result();
            List<ByteBuffer> chunks = new ArrayList<>(captured.chunks());
            chunks.addAll(time);
            return new Captured(captured.needs(), chunks);
        }

        @Override
        public void drop() {
            state.drop();
        }
    }

    @Override
    public void close() {
        backend.close();
    }
}
