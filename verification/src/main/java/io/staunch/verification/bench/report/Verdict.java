package io.staunch.verification.bench.report;

/** Whether a target is met. */
public enum Verdict {
    MET("met"),
    MISSED("missed"),
    /** The target lies within the spread, or there are too few pairs to claim anything. */
    NOT_DECIDED("not decided");

    /** Fewer pairs decide nothing. */
    public static final int PAIRS = 7;

    private final String words;

    Verdict(String words) {
        this.words = words;
    }

    public String words() {
        return words;
    }

    /** On figures of which each should be at least the target, or at most. */
    public static Verdict of(Spread spread, double target, boolean atLeast) {
        if (spread.count() < PAIRS) {
            return NOT_DECIDED;
        }
        if (atLeast) {
            return spread.min() >= target ? MET : spread.max() < target ? MISSED : NOT_DECIDED;
        }
        return spread.max() <= target ? MET : spread.min() > target ? MISSED : NOT_DECIDED;
    }
}
