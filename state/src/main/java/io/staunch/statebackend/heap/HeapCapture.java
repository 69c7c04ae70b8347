package io.staunch.statebackend.heap;

import io.staunch.backend.KeyedBackend.Capture;
import io.staunch.backend.KeyedBackend.Captured;
import java.util.List;

/** A capture of all states of a backend: the entries of each first, then the chunks of them. */
final class HeapCapture implements Capture {
    private final List<StateCapture> states;
    private final ChunkWriter chunks;
    private final int needs;
    private int at;
    private boolean over;

    /** @param states in which the capture has begun */
    HeapCapture(List<StateCapture> states, ChunkWriter chunks, int needs) {
        this.states = states;
        this.chunks = chunks;
        this.needs = needs;
    }

    @Override
    public boolean advance(int budget) {
        if (over) {
            throw new IllegalStateException("the capture was dropped, or its result was taken");
        }
        int left = budget;
        while (at < states.size()) {
            StateCapture state = states.get(at);
            left = state.advance(left);
            if (!state.finished()) {
                return false;
            }
            at++;
        }
        return chunks.advance(left);
    }

    @Override
    public Captured result() {
        if (over || !chunks.finished()) {
            throw new IllegalStateException("the capture is not finished, or its result was taken");
        }
        over = true;
        return new Captured(needs, chunks.chunks());
    }

    @Override
    public void drop() {
        if (!over) {
            over = true;
            states.forEach(StateCapture::drop);
        }
    }
}
