package io.staunch.verification.bench.loop;

import io.staunch.verification.bench.run.CountedEvents;
import io.staunch.verification.bench.run.CountedEvents.Event;
import io.staunch.verification.bench.run.CountedEvents.Result;
import io.staunch.verification.bench.run.CountedEvents.Total;
import io.staunch.verification.bench.run.Meter;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** An object per key, found by the key itself; a checkpoint is a whole copy, written while counting waits, without a sync. */
final class PlainTotals implements Totals {
    private final int threads;
    private final Total[] totals;

    PlainTotals(int threads) {
        this.threads = threads;
        totals = new Total[CountedEvents.KEYS / threads + 1];
    }

    @Override
    public void count(int from, Event[] events, int size, Meter.Lane sink) {
        for (int i = 0; i < size; i++) {
            Event event = events[i];
            int slot = (int) (event.key() / threads);
            Total before = totals[slot];
            Total after = (before == null ? Total.NONE : before).plus(event);
            totals[slot] = after;
            sink.add(new Result(event.key(), after.count(), after.sum()).checksum());
        }
    }

    @Override
    public Rest capture(Path folder, int thread, long checkpoint) throws IOException {
        Path file = folder.resolve("totals-" + thread + "-" + checkpoint);
        try (var out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file), 1 << 16))) {
            for (int slot = 0; slot < totals.length; slot++) {
                Total total = totals[slot];
                if (total != null) {
                    out.writeInt(slot);
                    out.writeLong(total.count());
                    out.writeLong(total.sum());
                }
            }
            Meter.bytes(out.size());
        }
        return () -> Files.deleteIfExists(folder.resolve("totals-" + thread + "-" + (checkpoint - 1)));
    }
}
