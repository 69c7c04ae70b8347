package io.staunch.cli.demo;

import io.staunch.examples.logins.ActiveUsers;
import io.staunch.examples.logins.Logins;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;

/** Counts rows of active users against those that must come. Owned by the thread that reads the output. */
final class LoginsTally {
    /**
     * What was found.
     *
     * @param out rows that came out
     * @param lost hours of a region that did not come out
     * @param duplicated rows for hours that had come out before
     * @param outOfOrder rows of hours before one of the same region that had come out, or in another partition
     * @param foreign rows for hours that have no users, or that had not ended
     * @param usersMissed users that the rows have too few, and all of those of lost hours
     * @param usersCountedTwice users that the rows have too many
     */
    record Counts(
            long out,
            long lost,
            long duplicated,
            long outOfOrder,
            long foreign,
            long usersMissed,
            long usersCountedTwice) {}

    private record Newest(Instant windowEnd, int partition) {}

    private final Map<String, SortedMap<Instant, Long>> expected;
    private final Map<String, Map<Instant, Long>> found = new HashMap<>();
    private final Map<String, Newest> newest = new HashMap<>();
    private long out;
    private long duplicated;
    private long outOfOrder;
    private long foreign;
    private long usersCountedTwice;
    private int distinct;
    private int highest;

    LoginsTally(Map<String, SortedMap<Instant, Long>> expected) {
        this.expected = expected;
    }

    void add(int partition, ActiveUsers row) {
        out++;
        Long right =
                expected.containsKey(row.region()) ? expected.get(row.region()).get(row.windowEnd()) : null;
        if (right == null) {
            foreign++;
            return;
        }
        highest = Math.max(highest, Logins.numberAt(row.windowEnd()));
        usersCountedTwice += Math.max(0, row.users() - right);
        Map<Instant, Long> of = found.computeIfAbsent(row.region(), r -> new HashMap<>());
        if (of.putIfAbsent(row.windowEnd(), row.users()) != null) {
            of.merge(row.windowEnd(), row.users(), Math::max);
            duplicated++;
            return;
        }
        distinct++;
        Newest before = newest.get(row.region());
        if (before != null && (!before.windowEnd.isBefore(row.windowEnd()) || before.partition != partition)) {
            outOfOrder++;
        } else {
            newest.put(row.region(), new Newest(row.windowEnd(), partition));
        }
    }

    void addUnreadable() {
        out++;
        foreign++;
    }

    long out() {
        return out;
    }

    int distinct() {
        return distinct;
    }

    int highest() {
        return highest;
    }

    /** The users of an hour that came out, at most; 0 if none did. */
    long users(String region, Instant windowEnd) {
        return found.getOrDefault(region, Map.of()).getOrDefault(windowEnd, 0L);
    }

    Counts counts() {
        long wanted = expected.values().stream().mapToLong(Map::size).sum();
        long missed = 0;
        for (Map.Entry<String, SortedMap<Instant, Long>> region : expected.entrySet()) {
            for (Map.Entry<Instant, Long> row : region.getValue().entrySet()) {
                missed += Math.max(0, row.getValue() - users(region.getKey(), row.getKey()));
            }
        }
        return new Counts(out, wanted - distinct, duplicated, outOfOrder, foreign, missed, usersCountedTwice);
    }
}
