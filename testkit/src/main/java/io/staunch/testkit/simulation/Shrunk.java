package io.staunch.testkit.simulation;

import io.staunch.guarantee.Guarantee;
import io.staunch.testkit.simulation.world.FaultPlan;
import io.staunch.testkit.simulation.world.Trace;
import java.util.List;

/** A failing run and a small one that fails by the same kind of violation. */
public final class Shrunk {
    private static final int MOST_RECORDS_SHOWN = 20;
    private static final int EVENTS_AROUND = 12;

    private final RunResult original;
    private final RunResult result;
    private final int recordsBefore;
    private final Trial trial;
    private final Setup setup;
    private final Campaign campaign;
    private final Guarantee guarantee;
    private final int runs;

    Shrunk(
            RunResult original,
            RunResult result,
            int recordsBefore,
            Trial trial,
            Setup setup,
            Campaign campaign,
            Guarantee guarantee,
            int runs) {
        this.original = original;
        this.result = result;
        this.recordsBefore = recordsBefore;
        this.trial = trial;
        this.setup = setup;
        this.campaign = campaign;
        this.guarantee = guarantee;
        this.runs = runs;
    }

    /** The run that was made smaller. */
    public RunResult original() {
        return original;
    }

    /** The small run, with all its events in {@link RunResult#lastEvents}. Its seed may be another one. */
    public RunResult result() {
        return result;
    }

    /** How many records the small run's sources have, at most. */
    public int records() {
        return setup.records();
    }

    /** The simulation that the small run is of: its result's seed repeats it. */
    public Simulation simulation() {
        return new Simulation(setup, campaign);
    }

    /** The faults of the small run. */
    public FaultPlan plan() {
        return setup.plans().apply(trial.seed());
    }

    /** How many runs it took to find it. */
    public int runs() {
        return runs;
    }

    /** Java of a test that repeats the small run; {@code simulation()} in it stands for the description of the simulation. */
    public String code() {
        return trial.code(guarantee);
    }

    /** Sizes before and after, on one line. */
    public String sizes() {
        return "records " + recordsBefore + " -> " + records() + ", faults "
                + original.faults().size() + " -> " + result.faults().size() + ", crashes " + original.crashes()
                + " -> "
                + result.crashes() + ", processes " + original.processes() + " -> " + result.processes() + ", steps "
                + original.steps() + " -> " + result.steps() + ", in " + runs + " runs";
    }

    /** The small run as a story, and as a test. */
    @Override
    public String toString() {
        var text = new StringBuilder();
        text.append("seed ")
                .append(original.seed())
                .append(" made small: ")
                .append(sizes())
                .append('\n');
        setup.feeds().forEach((source, records) -> {
            text.append("  fed to '").append(source).append("':\n");
            records.stream()
                    .limit(MOST_RECORDS_SHOWN)
                    .forEach(r -> text.append("    ").append(r.value()).append('\n'));
            if (records.size() > MOST_RECORDS_SHOWN) {
                text.append("    and ")
                        .append(records.size() - MOST_RECORDS_SHOWN)
                        .append(" more\n");
            }
        });
        text.append("  what happened (step, process, event):\n");
        events(text);
        result.violations().forEach(v -> text.append("  violation: ").append(v).append('\n'));
        return text.append("  as a test:\n").append(code()).toString();
    }

    /** All of few events; of many those at the beginning, at the end and around faults. */
    private void events(StringBuilder text) {
        List<String> events = result.lastEvents();
        int shown = 0;
        for (int i = 0; i < events.size(); i++) {
            boolean atAnEnd = i < EVENTS_AROUND || i >= events.size() - EVENTS_AROUND;
            if (atAnEnd || nearAFault(events, i)) {
                if (i > shown) {
                    text.append("        ... ").append(i - shown).append(" events\n");
                }
                text.append("    ").append(events.get(i)).append('\n');
                shown = i + 1;
            }
        }
    }

    private static boolean nearAFault(List<String> events, int place) {
        int from = Math.max(0, place - EVENTS_AROUND);
        int to = Math.min(events.size(), place + EVENTS_AROUND);
        return events.subList(from, to).stream().anyMatch(e -> e.contains(Trace.FAULT));
    }
}
