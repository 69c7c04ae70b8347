package io.staunch.verification.bench;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** What a destination has got, as it says itself afterwards: rows by when they became visible. Looking costs the run nothing. */
record Commits(List<Commit> all) {
    Commits {
        all = all.stream().sorted(Comparator.comparingLong(Commit::micros)).toList();
    }

    /**
     * Rows that became visible together.
     *
     * @param micros since 1970
     */
    record Commit(long micros, long rows) {}

    /**
     * From one commit to another.
     *
     * @param rows of all commits after the first one
     * @param longestGapSeconds without a commit
     */
    record Window(long fromMicros, long toMicros, long rows, double longestGapSeconds) {
        double seconds() {
            return (toMicros - fromMicros) / 1e6;
        }

        double rate() {
            return rows / seconds();
        }
    }

    private Optional<Commit> after(long micros) {
        return all.stream().filter(each -> each.micros() > micros).findFirst();
    }

    long lastMicros() {
        return all.isEmpty() ? 0 : all.get(all.size() - 1).micros();
    }

    long rows() {
        return all.stream().mapToLong(Commit::rows).sum();
    }

    /** Without the last one, which waits out its interval when the input has ended. */
    Commits withoutLast() {
        return new Commits(all.subList(0, Math.max(0, all.size() - 1)));
    }

    /**
     * From the first commit that comes at least so long after the very first one to the last one within so long from there; empty if there are no two.
     * What is waited for then, for more than twice as long as for any of these, counts as well: whoever stands still when the time is up has stood still
     * in it.
     *
     * @param untilMicros up to when commits were looked for; that of the last one if no more were to come
     */
    Optional<Window> window(double warmUpSeconds, double seconds, long untilMicros) {
        if (all.isEmpty()) {
            return Optional.empty();
        }
        long begin = all.get(0).micros() + Math.round(warmUpSeconds * 1e6);
        List<Commit> within = new ArrayList<>();
        for (Commit each : all) {
            boolean after = each.micros() >= begin;
            if (after && (within.isEmpty() || each.micros() <= within.get(0).micros() + Math.round(seconds * 1e6))) {
                within.add(each);
            }
        }
        if (within.size() < 2) {
            return Optional.empty();
        }
        long rows = 0;
        long longest = 0;
        for (int i = 1; i < within.size(); i++) {
            rows += within.get(i).rows();
            longest =
                    Math.max(longest, within.get(i).micros() - within.get(i - 1).micros());
        }
        long from = within.get(0).micros();
        long to = within.get(within.size() - 1).micros();
        Commit next = after(to).orElse(new Commit(untilMicros, 0));
        if (next.micros() - to > 2 * longest) {
            longest = next.micros() - to;
            rows += next.rows();
            to = next.micros();
        }
        return to > from ? Optional.of(new Window(from, to, rows, longest / 1e6)) : Optional.empty();
    }
}
