package io.staunch.cli.demo;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;

/**
 * What the demo has found of the logins.
 *
 * @param records how many logins went in
 * @param expected by region, the users of each hour
 * @param tally what has come out
 * @param kills what the job went through
 */
record LoginsVerdict(int records, Map<String, SortedMap<Instant, Long>> expected, LoginsTally tally, Kills kills)
        implements Verdict {
    /** Whether not one row is wrong. */
    boolean exact() {
        return tally.counts().equals(new LoginsTally.Counts(rows(), 0, 0, 0, 0, 0, 0));
    }

    /** At most once may show an hour again: what comes behind a kill begins it anew, with the few users that are still to come. */
    @Override
    public boolean kept() {
        LoginsTally.Counts counts = tally.counts();
        return switch (kills.guarantee()) {
            case EXACTLY_ONCE -> exact();
            case AT_LEAST_ONCE -> counts.lost() == 0 && counts.usersMissed() == 0 && counts.foreign() == 0;
            case AT_MOST_ONCE -> counts.usersCountedTwice() == 0 && counts.foreign() == 0;
        };
    }

    private long rows() {
        return expected.values().stream().mapToLong(Map::size).sum();
    }

    @Override
    public String json() {
        LoginsTally.Counts counts = tally.counts();
        return "{\"in\":" + records + ",\"out\":" + counts.out() + ",\"lost\":" + counts.lost() + ",\"duplicated\":"
                + counts.duplicated() + ",\"usersMissed\":" + counts.usersMissed() + ",\"usersCountedTwice\":"
                + counts.usersCountedTwice() + "," + kills.json() + "}";
    }

    @Override
    public List<String> text() {
        LoginsTally.Counts counts = tally.counts();
        List<String> lines = new ArrayList<>();
        lines.add("");
        figure(lines, "in", records, "logins");
        figure(lines, "out", counts.out(), "rows: the users of a region in the last hour, each minute, read_committed");
        figure(lines, "users missed", counts.usersMissed(), "by an independent program over the input, row by row");
        figure(lines, "users twice", counts.usersCountedTwice(), "likewise");
        figure(lines, "rows lost", counts.lost(), "");
        figure(lines, "rows twice", counts.duplicated(), "");
        figure(lines, "out of order", counts.outOfOrder(), "");
        if (counts.foreign() > 0) {
            figure(lines, "unknown", counts.foreign(), "rows that no login has made");
        }
        figure(lines, "kills", kills.count(), kills.words());
        if (!kills.recoveries().isEmpty()) {
            lines.add("  recovery         " + kills.recoveryTimes());
        }
        lines.add("");
        lines.add("  region         hour until                  users   is right");
        expected.forEach((region, byEnd) -> {
            if (!byEnd.isEmpty()) {
                Instant last = byEnd.lastKey();
                lines.add(String.format(
                        Locale.ROOT,
                        "  %-13s  %-22s  %,9d  %,9d",
                        region,
                        last,
                        tally.users(region, last),
                        byEnd.get(last)));
            }
        });
        lines.add("");
        lines.add(conclusion());
        return lines;
    }

    private static void figure(List<String> lines, String name, long value, String more) {
        lines.add(String.format(Locale.ROOT, "  %-15s %,10d  %s", name, value, more)
                .stripTrailing());
    }

    private String conclusion() {
        boolean kept = kept();
        return switch (kills.guarantee()) {
            case EXACTLY_ONCE ->
                kept
                        ? "Exact: no user missed, none counted twice, every row there once."
                        : "WRONG: this is not exactly-once. That is a bug in Staunch: please report it with the seed of this run.";
            case AT_LEAST_ONCE ->
                kept
                        ? "At least once: no user missed, and rows that a kill interrupted may come again. That is what this guarantee is worth."
                        : "WRONG: users were missed, though at-least-once was asked for. That is a bug in Staunch: please report it.";
            case AT_MOST_ONCE ->
                kept
                        ? "At most once: no user counted twice, but each kill loses those of the hour before it. That is what this guarantee is worth."
                        : "WRONG: users were counted twice, though at-most-once was asked for. That is a bug in Staunch: please report it.";
        };
    }
}
