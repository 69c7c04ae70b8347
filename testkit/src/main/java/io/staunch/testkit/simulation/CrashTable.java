package io.staunch.testkit.simulation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * How often processes died at each crash point, and at one point next after another.
 *
 * @param hits deaths at each point that was met
 * @param pairs deaths at the second point of a pair, where the death before it in the same run was at the first; of all pairs that a run
 *     can meet
 */
public record CrashTable(Map<String, Long> hits, Map<String, Long> pairs) {
    private static final String HEADER = "deaths,pair";
    private static final Pattern LINE = Pattern.compile("([0-9]{1,18}),\"([^\"]+)\"");
    private static final int SHOWN = 20;
    private static final int COLUMNS = 3;

    public CrashTable {
        hits = new TreeMap<>(hits);
        pairs = new TreeMap<>(pairs);
    }

    /** Points that were met, and at which nobody died. */
    public List<String> pointsWithoutHit() {
        return withoutHit(hits);
    }

    /** Pairs of points that a run can meet, at which nobody died in this order. */
    public List<String> pairsWithoutHit() {
        return withoutHit(pairs);
    }

    /** Each pair with its deaths, rarest first: {@code deaths,"first, then second"}. */
    public String pairsAsCsv() {
        return pairs.entrySet().stream()
                .sorted(Map.Entry.comparingByValue())
                .map(pair -> pair.getValue() + ",\"" + pair.getKey() + "\"\n")
                .collect(Collectors.joining("", HEADER + "\n", ""));
    }

    /**
     * Deaths at each pair, from what {@link #pairsAsCsv} has made.
     *
     * @throws IllegalArgumentException if it is something else
     */
    public static Map<String, Long> pairsOf(String csv) {
        Map<String, Long> pairs = new TreeMap<>();
        List<String> lines = csv.lines().toList();
        if (lines.isEmpty() || !lines.get(0).equals(HEADER)) {
            throw new IllegalArgumentException("the first line must be \"" + HEADER + "\"");
        }
        for (String line : lines.subList(1, lines.size())) {
            Matcher parts = LINE.matcher(line);
            if (!parts.matches()) {
                throw new IllegalArgumentException("not a number and a pair in quotes: " + line);
            }
            pairs.put(parts.group(2), Long.parseLong(parts.group(1)));
        }
        return pairs;
    }

    /** With the deaths at pairs of earlier runs. */
    public CrashTable with(Map<String, Long> earlier) {
        Map<String, Long> both = new TreeMap<>(pairs);
        earlier.forEach((pair, deaths) -> both.merge(pair, deaths, Long::sum));
        return new CrashTable(hits, both);
    }

    static String pair(CrashPoint first, CrashPoint then) {
        return first + ", then " + then;
    }

    private static List<String> withoutHit(Map<String, Long> counts) {
        return counts.entrySet().stream()
                .filter(e -> e.getValue() == 0)
                .map(Map.Entry::getKey)
                .toList();
    }

    String json() {
        return "{\"points\":" + json(hits) + ",\"pairs\":" + pairs.size() + ",\"pairsWithoutHit\":"
                + pairsWithoutHit().size() + ",\"leastHitsOfAPair\":" + least() + ",\"medianHitsOfAPair\":" + median()
                + "}";
    }

    static String json(Map<String, Long> counts) {
        var text = new StringBuilder("{");
        counts.forEach((name, count) -> text.append(text.length() == 1 ? "" : ",")
                .append('"')
                .append(name)
                .append("\":")
                .append(count));
        return text.append('}').toString();
    }

    private long least() {
        return pairs.values().stream().mapToLong(n -> n).min().orElse(0);
    }

    private long median() {
        long[] sorted = pairs.values().stream().mapToLong(n -> n).sorted().toArray();
        return sorted.length == 0 ? 0 : sorted[sorted.length / 2];
    }

    /** A table of points, and of pairs what matters. */
    @Override
    public String toString() {
        var text = new StringBuilder("deaths at each crash point:\n");
        List<String> cells = new ArrayList<>();
        hits.forEach((point, count) -> cells.add("%-27s %8d".formatted(point, count)));
        int rows = (cells.size() + COLUMNS - 1) / COLUMNS;
        for (int row = 0; row < rows; row++) {
            for (int cell = row; cell < cells.size(); cell += rows) {
                text.append("  ").append(cells.get(cell));
            }
            text.append('\n');
        }
        List<String> never = pairsWithoutHit();
        text.append("pairs of points, one death next after the other: ").append(pairs.size());
        text.append(", deaths at each: least ")
                .append(least())
                .append(", median ")
                .append(median());
        text.append(", at none ").append(never.size()).append('\n');
        never.stream()
                .limit(SHOWN)
                .forEach(pair -> text.append("  never: ").append(pair).append('\n'));
        if (never.size() > SHOWN) {
            text.append("  and ").append(never.size() - SHOWN).append(" more\n");
        }
        if (!pointsWithoutHit().isEmpty()) {
            text.append("points where nobody died: ").append(pointsWithoutHit()).append('\n');
        }
        return text.toString();
    }

    /** Counts deaths of runs. Not safe for several threads. */
    static final class Count {
        private final Map<CrashPoint, Integer> numbers = new java.util.HashMap<>();
        private final java.util.Set<String> places = new java.util.HashSet<>();
        private final List<CrashPoint> points = new ArrayList<>();
        private long[] hits = new long[0];
        private long[][] pairs = new long[0][0];

        void add(RunResult run) {
            for (String place : run.places().keySet()) {
                if (places.add(place)) {
                    CrashPoint.at(place).forEach(this::number);
                }
            }
            int before = -1;
            for (var fault : run.faults()) {
                var point = CrashPoint.of(fault);
                if (point.isPresent()) {
                    int now = number(point.get());
                    hits[now]++;
                    if (before >= 0) {
                        pairs[before][now]++;
                    }
                    before = now;
                }
            }
        }

        private int number(CrashPoint point) {
            Integer known = numbers.get(point);
            if (known != null) {
                return known;
            }
            int number = points.size();
            numbers.put(point, number);
            points.add(point);
            if (number == hits.length) {
                int larger = Math.max(64, 2 * number);
                hits = Arrays.copyOf(hits, larger);
                pairs = Arrays.copyOf(pairs, larger);
                for (int i = 0; i < larger; i++) {
                    pairs[i] = pairs[i] == null ? new long[larger] : Arrays.copyOf(pairs[i], larger);
                }
            }
            return number;
        }

        CrashTable table() {
            Map<String, Long> hit = new TreeMap<>();
            Map<String, Long> both = new TreeMap<>();
            for (int i = 0; i < points.size(); i++) {
                hit.put(points.get(i).toString(), hits[i]);
                for (int j = 0; j < points.size(); j++) {
                    if (pairs[i][j] > 0 || points.get(i).canComeBefore(points.get(j))) {
                        both.put(pair(points.get(i), points.get(j)), pairs[i][j]);
                    }
                }
            }
            return new CrashTable(hit, both);
        }
    }
}
