package io.staunch.runtime.task;

import io.staunch.runtime.data.Barrier;
import io.staunch.runtime.data.Cursor;
import io.staunch.runtime.data.Outbox;
import io.staunch.source.Split;
import java.util.List;

/** What every task has. Owned by the task's worker. */
record TaskParts(
        int number,
        String name,
        Outbox outbox,
        Pressure pressure,
        Cursor cursor,
        CallGuard guard,
        List<Stateful> states,
        TaskCapture capture,
        Reports reports) {

    /** Tries to send what waits for room. Returns whether the task can go on. */
    boolean sent() {
        boolean sent = outbox.drain();
        pressure.full(!sent);
        return sent;
    }

    /** Begins to capture the task's state for a checkpoint; {@link TaskCapture} goes on, and reports it. */
    void beginCapture(Barrier barrier, List<Split> positions, long records, long alignmentNanos) {
        guard.check();
        capture.begin(barrier, positions, records, alignmentNanos);
    }

    void close() {
        pressure.full(false);
        capture.drop();
        states.forEach(Stateful::close);
    }
}
