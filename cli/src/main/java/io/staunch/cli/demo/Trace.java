package io.staunch.cli.demo;

import io.staunch.observe.ProtocolEvent;
import io.staunch.observe.ProtocolStep;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the job and the reader of its output have told, put together: one checkpoint from the first record of its transaction to the
 * moment at which its output was seen. Safe for use by any thread.
 */
final class Trace {
    /**
     * One checkpoint.
     *
     * @param events its steps, by time, the opening of its transaction first
     * @param visibleNanos when its output was seen, by the clock of the events
     */
    record Checkpoint(List<ProtocolEvent> events, long visibleNanos) {}

    private final List<ProtocolEvent> events = new ArrayList<>();
    private final List<Long> arrivals = new ArrayList<>();

    /** How far this JVM's clock is ahead of the job's: the least of all that was seen, since telling takes time. */
    private long aheadNanos = Long.MAX_VALUE;

    /** A step of the job. */
    synchronized void step(ProtocolEvent event) {
        events.add(event);
        aheadNanos = Math.min(aheadNanos, System.nanoTime() - event.nanoTime());
    }

    /** Output has arrived. */
    synchronized void arrival(long nanos) {
        arrivals.add(nanos);
    }

    /**
     * The first checkpoint that is complete in every sense: its transaction was opened by a record after an earlier checkpoint was
     * committed, and its own output has been seen.
     */
    synchronized Optional<Checkpoint> checkpoint() {
        int committed = indexAfter(-1, ProtocolStep.COMMITTED);
        int opened = committed < 0 ? -1 : indexAfter(committed, ProtocolStep.TRANSACTION_OPENED);
        int durable = opened < 0 ? -1 : indexAfter(opened, ProtocolStep.DURABLE);
        if (durable < 0) {
            return Optional.empty();
        }
        long id = events.get(durable).checkpoint();
        List<ProtocolEvent> steps = new ArrayList<>(List.of(events.get(opened)));
        events.stream().filter(e -> e.checkpoint() == id).forEach(steps::add);
        if (steps.stream().noneMatch(e -> e.step() == ProtocolStep.SETTLED)) {
            return Optional.empty();
        }
        long sent = steps.stream()
                .filter(e -> e.step() == ProtocolStep.COMMIT_SENT)
                .findFirst()
                .orElseThrow()
                .nanoTime();
        steps.sort((a, b) -> Long.compare(a.nanoTime(), b.nanoTime()));
        return arrivals.stream()
                .map(nanos -> nanos - aheadNanos)
                .filter(nanos -> nanos > sent)
                .findFirst()
                .map(nanos -> new Checkpoint(steps, nanos));
    }

    private int indexAfter(int from, ProtocolStep step) {
        for (int i = from + 1; i < events.size(); i++) {
            if (events.get(i).step() == step) {
                return i;
            }
        }
        return -1;
    }
}
