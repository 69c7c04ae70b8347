package io.staunch.operators;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Windows as one would describe them: each keeps all its records, nothing is shared, and all are looked at whenever time goes on. */
final class WindowModel {
    /** A result, with all the window's records in their order by number. */
    record Given(String key, long start, long end, List<Integer> records) {}

    private static final class Content {
        private final List<Integer> records = new ArrayList<>();
        private boolean owed = true;
    }

    private final long size;
    private final long slide;
    private final long offset;
    private final long lateness;
    private final Map<String, TreeMap<Long, Content>> windows = new HashMap<>();
    private final List<Integer> late = new ArrayList<>();
    private long watermark = Long.MIN_VALUE;

    WindowModel(long size, long slide, long offset, long lateness) {
        this.size = size;
        this.slide = slide;
        this.offset = offset;
        this.lateness = lateness;
    }

    void record(String key, long timestamp, int number) {
        boolean taken = false;
        long last = offset + Math.floorDiv(timestamp - offset, slide) * slide;
        for (long start = last; start > timestamp - size; start -= slide) {
            if (start + size - 1 + lateness > watermark) {
                Content window =
                        windows.computeIfAbsent(key, k -> new TreeMap<>()).computeIfAbsent(start, s -> new Content());
                window.records.add(number);
                window.owed = true;
                taken = true;
            }
        }
        if (!taken) {
            late.add(number);
        }
    }

    /** What a key's windows give when time goes on, in the order of their ends. */
    List<Given> advance(String key, long to) {
        watermark = to;
        List<Given> given = new ArrayList<>();
        windows.getOrDefault(key, new TreeMap<>()).forEach((start, window) -> {
            if (window.owed && start + size - 1 <= to) {
                window.owed = false;
                given.add(new Given(key, start, start + size, List.copyOf(window.records)));
            }
        });
        return given;
    }

    List<Integer> late() {
        return List.copyOf(late);
    }
}
