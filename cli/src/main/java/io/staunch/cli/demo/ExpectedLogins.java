package io.staunch.cli.demo;

import io.staunch.examples.logins.Logins;
import io.staunch.examples.logins.LoginsJob;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What must come out, computed without the engine and in another way: minute by minute, a user who logs in is active until the end of the hour
 * after it, and is counted from where they were not active already. No window, no pane and no set of users is kept.
 */
final class ExpectedLogins {
    private static final int MINUTES = (int) LoginsJob.WINDOW.toMinutes();
    private static final long MINUTE_MS = LoginsJob.SLIDE.toMillis();
    private static final int PER_MINUTE = (int) (MINUTE_MS / Logins.STEP_MS);
    private static final int OUT_OF_ORDER = (int) (LoginsJob.DISORDER.toMillis() / Logins.STEP_MS);

    private final int records;
    private final int partitions;

    /** By region: from which minute on how many more users are active. */
    private final Map<String, long[]> changes = new HashMap<>();

    private final int[] activeUntil = new int[Logins.USERS];
    private final long firstMinute;

    private ExpectedLogins(int records, int partitions) {
        this.records = records;
        this.partitions = partitions;
        firstMinute = Math.floorDiv(Logins.millis(1), MINUTE_MS) - 1;
        Arrays.fill(activeUntil, -1);
    }

    /**
     * Of the logins with the numbers from 1 to {@code records}: by region, the users of each hour that the watermark has passed when all are read.
     *
     * @param partitions over which they are spread by number: time goes on with the slowest
     */
    static Map<String, SortedMap<Instant, Long>> of(int records, int partitions) {
        return new ExpectedLogins(records, partitions).rows();
    }

    private Map<String, SortedMap<Instant, Long>> rows() {
        int minutes = minute(records) + 2;
        for (int minute = 0; minute < minutes; minute++) {
            logins(minute, minutes + MINUTES + 2);
        }
        long watermark = watermark();
        Map<String, SortedMap<Instant, Long>> rows = new TreeMap<>();
        changes.forEach((region, of) -> {
            SortedMap<Instant, Long> byEnd = new TreeMap<>();
            long active = 0;
            for (int minute = 0; minute < of.length; minute++) {
                active += of[minute];
                long end = (firstMinute + minute) * MINUTE_MS;
                if (active > 0 && end - 1 <= watermark) {
                    byEnd.put(Instant.ofEpochMilli(end), active);
                }
            }
            rows.put(region, Collections.unmodifiableSortedMap(byEnd));
        });
        return rows;
    }

    private int minute(int number) {
        return (int) (Math.floorDiv(Logins.millis(number), MINUTE_MS) - firstMinute);
    }

    /** All logins of a minute: numbers are out of order by no more than the disorder. */
    private void logins(int minute, int length) {
        int about = Logins.numberAt(Instant.ofEpochMilli((firstMinute + minute) * MINUTE_MS));
        int last = Math.min(records, about + PER_MINUTE + OUT_OF_ORDER);
        for (int number = Math.max(1, about - 1); number <= last; number++) {
            if (minute(number) == minute) {
                login(Logins.user(number), minute, length);
            }
        }
    }

    private void login(int user, int minute, int length) {
        int from = Math.max(minute + 1, activeUntil[user] + 1);
        int until = minute + MINUTES;
        if (from <= until) {
            long[] of = changes.computeIfAbsent(Logins.region(user), r -> new long[length]);
            of[from]++;
            of[until + 1]--;
            activeUntil[user] = until;
        }
    }

    private long watermark() {
        long[] newest = new long[partitions];
        Arrays.fill(newest, Long.MIN_VALUE);
        for (int number = Math.max(1, records - (OUT_OF_ORDER + 1) * partitions); number <= records; number++) {
            int partition = number % partitions;
            newest[partition] = Math.max(newest[partition], Logins.millis(number));
        }
        return Arrays.stream(newest).min().orElseThrow() - LoginsJob.DISORDER.toMillis() - 1;
    }
}
