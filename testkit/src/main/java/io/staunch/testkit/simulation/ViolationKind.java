package io.staunch.testkit.simulation;

import java.util.regex.Pattern;

/** Tells whether two runs have failed by the same kind of thing, whatever the numbers and names in its message. */
final class ViolationKind {
    private static final Pattern NUMBERS = Pattern.compile("\\d+");
    private static final String BROKEN = " is broken";

    private ViolationKind() {}

    /** Of the first violation of a run that has failed. */
    static String of(RunResult run) {
        String first = run.violations().get(0);
        int verdict = first.indexOf(BROKEN);
        int end = verdict >= 0 ? verdict + BROKEN.length() : firstOf(first, ": ", "; ", ", ");
        return NUMBERS.matcher(first.substring(0, end)).replaceAll("#");
    }

    private static int firstOf(String text, String... marks) {
        int end = text.length();
        for (String mark : marks) {
            int at = text.indexOf(mark);
            end = at < 0 ? end : Math.min(end, at);
        }
        return end;
    }
}
