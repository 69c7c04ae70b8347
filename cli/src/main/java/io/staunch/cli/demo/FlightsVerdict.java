package io.staunch.cli.demo;

import java.util.List;

/**
 * What the demo has found of the flights.
 *
 * @param expected what had to come out
 * @param counts what has come out
 * @param kills what the job went through
 */
record FlightsVerdict(Expected expected, Tally.Counts counts, Kills kills) implements Verdict {

    /** Whether not one record is wrong. */
    boolean exact() {
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
        return switch (kills.guarantee()) {
            case EXACTLY_ONCE -> exact();
            case AT_LEAST_ONCE -> counts.lost() == 0 && counts.foreign() == 0 && counts.uncounted() == 0;
            case AT_MOST_ONCE -> counts.duplicated() == 0 && counts.foreign() == 0 && counts.countedTwice() == 0;
        };
    }

    @Override
    public String json() {
        return "{\"in\":" + expected.records() + ",\"out\":" + counts.out() + ",\"lost\":" + counts.lost()
                + ",\"duplicated\":" + counts.duplicated() + "," + kills.json() + "}";
    }

    @Override
    public List<String> text() {
        return VerdictText.of(this);
    }
}
