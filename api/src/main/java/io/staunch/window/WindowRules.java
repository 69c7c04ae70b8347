package io.staunch.window;

import io.staunch.process.SideOutput;
import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * All that is said of windows. An immutable value.
 *
 * @param windows which there are
 * @param allowedLateness for how long after its end a window still takes late records, and gives its result anew
 * @param late where records go that no window takes any more; null for nowhere
 * @param trigger of global windows; of others for results before their end; null for none
 */
public record WindowRules(
        Windows windows,
        Duration allowedLateness,
        @Nullable SideOutput<?> late,
        @Nullable Trigger trigger) implements Serializable {
    public WindowRules {
        Objects.requireNonNull(windows, "windows");
        Objects.requireNonNull(allowedLateness, "allowedLateness");
    }

    /** Windows with nothing else said. */
    public static WindowRules of(Windows windows) {
        return new WindowRules(windows, Duration.ZERO, null, null);
    }

    /** Whether they go by event time. */
    public boolean byEventTime() {
        return windows.kind() != Windows.Kind.GLOBAL;
    }

    /** All mistakes, one sentence each; empty if there are none. */
    public List<String> problems() {
        List<String> problems = new ArrayList<>(windows.problems());
        Durations.lateness(problems, allowedLateness);
        if (trigger != null) {
            problems.addAll(trigger.problems());
        }
        switch (windows.kind()) {
            case GLOBAL -> global(problems);
            case SLIDING, SESSION -> early(problems, windows.kind() == Windows.Kind.SLIDING);
            case TUMBLING -> discarding(problems);
        }
        return problems;
    }

    private void global(List<String> problems) {
        if (trigger == null) {
            problems.add("GlobalWindows have no end, so they would never give a result: give them a trigger(...)");
        }
        if (!allowedLateness.isZero() || late != null) {
            problems.add("GlobalWindows have no end, so that nothing is late: leave allowedLateness and lateTo out");
        }
    }

    private void early(List<String> problems, boolean sliding) {
        if (trigger != null && sliding) {
            problems.add("SlidingWindows have no early results, since each slide gives one: choose a shorter slide");
        }
        if (trigger != null && !sliding) {
            problems.add("SessionWindows have no early results, since a session may still become part of a longer"
                    + " one: use TumblingWindows, or a KeyedProcess");
        }
    }

    private void discarding(List<String> problems) {
        if (trigger != null && trigger.discarding()) {
            problems.add("early results of TumblingWindows are of all records so far: discardingWhatWasGiven() is for"
                    + " GlobalWindows");
        }
    }
}
