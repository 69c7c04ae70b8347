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
        List<Tally> tallies,
        Reports reports) {

    /** Publishes what the last step counted, and tries to send what waits for room. Returns whether the task can go on. */
    boolean sent() {
        publish();
        boolean sent = outbox.drain();
        pressure.full(!sent);
        return sent;
    }

    /** Begins to capture the task's state for a checkpoint; {@link TaskCapture} goes on, and reports it. */
    void beginCapture(Barrier barrier, List<Split> positions, long records, long alignmentNanos) {
        guard.check();
        capture.begin(barrier, positions, records, alignmentNanos);
    }

    private void publish() {
        for (int i = 0; i < tallies.size(); i++) {
            tallies.get(i).publish();
        }
    }

    void close() {
        publish();
        pressure.full(false);
        capture.drop();
        states.forEach(Stateful::close);
    }
}
