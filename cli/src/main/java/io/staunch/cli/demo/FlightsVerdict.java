package io.staunch.cli.demo;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * What the demo has found of the flights.
 *
 * @param expected what had to come out
 * @param found what has come out, by sink; Kafka is always there
 * @param kills what the job went through
 */
record FlightsVerdict(Expected expected, Map<DemoSink, Tally.Counts> found, Kills kills) implements Verdict {
    FlightsVerdict {
        found = Collections.unmodifiableMap(new EnumMap<>(found));
    }

    /** What has come out of the topic. */
    Tally.Counts counts() {
        return Objects.requireNonNull(found.get(DemoSink.KAFKA));
    }

    /** Whether not one record is wrong at any sink. */
    boolean exact() {
        return found.values().stream().allMatch(this::exact);
    }

    private boolean exact(Tally.Counts counts) {
        return counts.out() == expected.records()
                && counts.lost() == 0
                && counts.duplicated() == 0
                && counts.outOfOrder() == 0
                && counts.foreign() == 0
                && counts.wrongTotals() == 0
                && counts.countedTwice() == 0
                && counts.uncounted() == 0
                && counts.totals().equals(expected.totals());
    }

    @Override
    public boolean kept() {
        return found.values().stream().allMatch(this::kept);
    }

    /** Whether this sink has kept the guarantee. */
    boolean kept(Tally.Counts counts) {
        return switch (kills.guarantee()) {
            case EXACTLY_ONCE -> exact(counts);
            case AT_LEAST_ONCE -> counts.lost() == 0 && counts.foreign() == 0 && counts.uncounted() == 0;
            case AT_MOST_ONCE -> counts.duplicated() == 0 && counts.foreign() == 0 && counts.countedTwice() == 0;
        };
    }

    /** The topic's figures, and if there are other sinks, those of each. */
    @Override
    public String json() {
        String sinks = found.size() == 1 ? "" : sinks();
        return "{" + figures(counts()) + "," + kills.json() + sinks + "}";
    }

    private String sinks() {
        return found.entrySet().stream()
                .map(each -> "\"" + each.getKey().option() + "\":{" + figures(each.getValue()) + "}")
                .collect(Collectors.joining(",", ",\"killsAtFollowers\":" + kills.atFollowers() + ",\"sinks\":{", "}"));
    }

    private String figures(Tally.Counts counts) {
        return "\"in\":" + expected.records() + ",\"out\":" + counts.out() + ",\"lost\":" + counts.lost()
                + ",\"duplicated\":" + counts.duplicated();
    }

    @Override
    public List<String> text() {
        return VerdictText.of(this);
    }
}
