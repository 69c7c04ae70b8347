package io.staunch.runtime.task;

import io.staunch.backend.KeyedBackend.Captured;
import io.staunch.environment.Environment;
import io.staunch.observe.ProtocolStep;
import io.staunch.runtime.data.Barrier;
import io.staunch.runtime.data.Cursor;
import io.staunch.runtime.data.Outbox;
import io.staunch.source.Split;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What every task has. Owned by the task's worker. */
record TaskParts(
        int number,
        String name,
        Outbox outbox,
        Pressure pressure,
        Cursor cursor,
        CallGuard guard,
        List<Stateful> states,
        List<Tally> tallies,
        Reports reports,
        Environment environment) {

    /** Publishes what the last step counted, and tries to send what waits for room. Returns whether the task can go on. */
    boolean sent() {
        publish();
        boolean sent = outbox.drain();
        pressure.full(!sent);
        return sent;
    }

    /** Captures the task's state for a checkpoint and reports it. */
    void capture(Barrier barrier, List<Split> positions, long records, long alignmentNanos) {
        guard.check();
        long checkpoint = barrier.checkpoint();
        long begin = environment.nanoTime();
        Map<String, Captured> state = new LinkedHashMap<>();
        for (Stateful stateful : states) {
            state.put(stateful.operator(), stateful.capture(barrier));
        }
        long nanos = environment.nanoTime() - begin;
        reports.step(ProtocolStep.STATE_CAPTURED, checkpoint, name, "");
        reports.captured(new Reports.Captured(number, checkpoint, state, positions, records, alignmentNanos, nanos));
    }

    private void publish() {
        for (int i = 0; i < tallies.size(); i++) {
            tallies.get(i).publish();
        }
    }

    void close() {
        publish();
        pressure.full(false);
        states.forEach(Stateful::close);
    }
}
