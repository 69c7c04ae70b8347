package io.staunch.verification.bench.loop;

import io.staunch.verification.bench.run.WindowEvents;

/** B2 by hand: the threads and queues of {@link KeyedCountLoop}, with windows in arrays. */
public final class WindowLoop extends KeyedCountLoop {
    public WindowLoop() {
        super(
                "an array of two longs per key for each pane, windows by adding and subtracting panes; checkpoint: whole"
                        + " synchronous copy, no sync",
                WindowEvents::event,
                WindowTotals::new);
    }
}
