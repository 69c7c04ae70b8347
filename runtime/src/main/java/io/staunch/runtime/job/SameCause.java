package io.staunch.runtime.job;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Counts how often the same failure has come in a row, so that one that comes again need not be told in full again. The same are failures
 * whose causes have the same classes and messages, one by one; numbers in a message, such as times and ports, may differ. Owned by the
 * coordinator.
 */
final class SameCause {
    private static final Pattern NUMBERS = Pattern.compile("\\d+");
    private static final int DEEPEST = 20;

    private List<String> last = List.of();
    private int inARow;

    /** How often this failure has come in a row with this time: 1 if it is another one than the last. */
    int count(Throwable failure) {
        List<String> now = causes(failure);
        inARow = now.equals(last) ? inARow + 1 : 1;
        last = now;
        return inARow;
    }

    /** Whatever it was is over: when it comes again it is news. */
    void over() {
        last = List.of();
        inARow = 0;
    }

    private static List<String> causes(Throwable failure) {
        List<String> causes = new ArrayList<>();
        for (Throwable cause = failure; cause != null && causes.size() < DEEPEST; cause = cause.getCause()) {
            causes.add(NUMBERS.matcher(cause.toString()).replaceAll("#"));
        }
        return causes;
    }
}
