package io.staunch.verification.bench.loop;

import io.staunch.verification.bench.run.CountedEvents.Event;
import io.staunch.verification.bench.run.Meter;
import io.staunch.verification.bench.run.RunOptions;
import io.staunch.verification.bench.run.WindowEvents;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** The windows of one counting thread: panes of one slide, found by their beginnings, and the running totals of the last window. */
final class WindowTotals implements Totals {
    private final int threads;
    private final long size;
    private final long slide;
    private final long[] newest;
    private final TreeMap<Long, long[]> panes = new TreeMap<>();
    private final long[] running;
    private long[] pane = new long[0];
    private long paneStart = Long.MIN_VALUE;
    private long nextEnd;

    /** What the keys of this thread have in common. */
    private long residue;

    WindowTotals(RunOptions options, int threads) {
        this.threads = threads;
        size = options.number("sizeMs");
        slide = options.number("slideMs");
        newest = new long[threads];
        Arrays.fill(newest, Long.MIN_VALUE);
        running = new long[2 * (WindowEvents.KEYS / threads + 1)];
        nextEnd = Math.floorDiv(WindowEvents.BEGIN_MS - WindowEvents.DISORDER_MS, slide) * slide + slide;
    }

    @Override
    public void count(int from, Event[] events, int size, Meter.Lane sink) {
        long latest = newest[from];
        for (int i = 0; i < size; i++) {
            Event event = events[i];
            long into = event.timestamp() - paneStart;
            if (paneStart == Long.MIN_VALUE || into < 0 || into >= slide) {
                turnTo(event.timestamp());
            }
            int slot = 2 * (int) (event.key() / threads);
            pane[slot]++;
            pane[slot + 1] += event.value();
            latest = Math.max(latest, event.timestamp());
        }
        if (size > 0) {
            residue = events[0].key() % threads;
        }
        newest[from] = latest;
        advance(sink);
    }

    private void turnTo(long timestamp) {
        paneStart = Math.floorDiv(timestamp, slide) * slide;
        pane = panes.computeIfAbsent(paneStart, start -> new long[running.length]);
    }

    @Override
    public void ended(int from, Meter.Lane sink) {
        newest[from] = Long.MAX_VALUE;
        advance(sink);
    }

    private void advance(Meter.Lane sink) {
        long least = Arrays.stream(newest).min().orElseThrow();
        long watermark = least == Long.MIN_VALUE ? least : least - WindowEvents.DISORDER_MS - 1;
        while (!panes.isEmpty() && nextEnd - 1 <= watermark) {
            fire(nextEnd, sink);
            nextEnd += slide;
        }
    }

    private void fire(long end, Meter.Lane sink) {
        long[] coming = panes.get(end - slide);
        for (int i = 0; coming != null && i < running.length; i++) {
            running[i] += coming[i];
        }
        for (int slot = 0; slot < running.length; slot += 2) {
            if (running[slot] > 0) {
                long key = (slot / 2) * (long) threads + residue;
                sink.add(WindowEvents.checksum(key, end, running[slot], running[slot + 1]), running[slot]);
            }
        }
        long[] going = panes.remove(end - size);
        for (int i = 0; going != null && i < running.length; i++) {
            running[i] -= going[i];
        }
        if (paneStart == end - size) {
            paneStart = Long.MIN_VALUE;
        }
    }

    @Override
    public Rest capture(Path folder, int thread, long checkpoint) throws IOException {
        Path file = folder.resolve("windows-" + thread + "-" + checkpoint);
        try (var out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file), 1 << 16))) {
            for (Map.Entry<Long, long[]> each : panes.entrySet()) {
                out.writeLong(each.getKey());
                for (long value : each.getValue()) {
                    out.writeLong(value);
                }
            }
            Meter.bytes(out.size());
        }
        return () -> Files.deleteIfExists(folder.resolve("windows-" + thread + "-" + (checkpoint - 1)));
    }
}
