package io.staunch.verification.matrix;

/**
 * How a case has ended.
 *
 * @param figures what the reader found
 * @param startedAnew how often the job had to be started again although nobody had killed it
 * @param wrong why the case counts as not survived although the figures may be right, or an empty text
 * @param notRun why the case could not be run here, or an empty text
 */
record Outcome(Case of, Tally.Figures figures, int startedAnew, String wrong, String notRun) {
    private static final Tally.Figures NOTHING = new Tally.Figures(0, 0, 0, 0, 0, 0, 0, 0);

    static Outcome notRun(Case of, String why) {
        return new Outcome(of, NOTHING, 0, "", why);
    }

    static Outcome failed(Case of, Tally.Figures figures, int startedAnew, String why) {
        return new Outcome(of, figures, startedAnew, why, "");
    }

    boolean ran() {
        return notRun.isEmpty();
    }

    /** Whether the guarantee was kept, and the job went on as it must. */
    boolean survived() {
        return ran() && wrong.isEmpty() && figures.keeps(of.subject().guarantee());
    }

    @Override
    public String toString() {
        String what = !ran()
                ? "NOT RUN: " + notRun
                : (survived() ? "kept" : "BROKEN") + ": in " + figures.in() + ", out " + figures.out() + ", lost "
                        + figures.lost() + ", duplicated " + figures.duplicated() + ", out of order "
                        + figures.outOfOrder() + ", foreign " + figures.foreign() + ", wrong counts "
                        + figures.wrongCounts() + ", holes " + figures.holes()
                        + (startedAnew == 0 ? "" : ", started anew " + startedAnew)
                        + (wrong.isEmpty() ? "" : "; " + wrong);
        return of + ": " + what;
    }
}
