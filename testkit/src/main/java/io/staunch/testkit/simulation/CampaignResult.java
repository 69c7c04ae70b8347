package io.staunch.testkit.simulation;

import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.stream.Collectors;

/**
 * Many runs, counted.
 *
 * @param from the first seed
 * @param runs how many seeds were run
 * @param failed the runs that broke something, the first few
 * @param failures how many runs broke something
 * @param recordsOut committed records of all runs
 * @param checkpoints completed ones of all runs
 * @param crashes processes that died by a fault
 * @param pauses processes that stood still and went on
 * @param medianRecords of a run
 * @param medianCheckpoints of a run
 * @param medianCrashes of a run
 * @param steps of the worlds
 * @param trace equal for two campaigns over the same seeds in which every run has taken the same steps, in whatever process
 * @param faultsAt how often each fault has struck at each place, as {@code ACTION place}
 * @param crashPoints deaths at each crash point and pair of points
 * @param seconds how long the campaign took
 */
public record CampaignResult(
        long from,
        long runs,
        List<RunResult> failed,
        long failures,
        long recordsOut,
        long checkpoints,
        long crashes,
        long pauses,
        long medianRecords,
        long medianCheckpoints,
        long medianCrashes,
        long steps,
        long trace,
        Map<String, Long> faultsAt,
        CrashTable crashPoints,
        double seconds) {
    public CampaignResult {
        failed = List.copyOf(failed);
    }

    /** With the deaths at pairs of crash points of an earlier campaign. */
    public CampaignResult with(Map<String, Long> earlier) {
        return new CampaignResult(
                from,
                runs,
                failed,
                failures,
                recordsOut,
                checkpoints,
                crashes,
                pauses,
                medianRecords,
                medianCheckpoints,
                medianCrashes,
                steps,
                trace,
                faultsAt,
                crashPoints.with(earlier),
                seconds);
    }

    public boolean passed() {
        return failures == 0;
    }

    /** One JSON object on one line. */
    public String json() {
        String seeds = failed.stream().map(r -> Long.toString(r.seed())).collect(Collectors.joining(",", "[", "]"));
        return "{\"from\":" + from + ",\"runs\":" + runs + ",\"failures\":" + failures + ",\"failedSeeds\":" + seeds
                + ",\"records\":" + recordsOut + ",\"checkpoints\":" + checkpoints + ",\"crashes\":" + crashes
                + ",\"pauses\":"
                + pauses + ",\"medianRecords\":" + medianRecords + ",\"medianCheckpoints\":" + medianCheckpoints
                + ",\"medianCrashes\":" + medianCrashes + ",\"steps\":" + steps + ",\"trace\":\""
                + Long.toHexString(trace) + "\",\"runsPerSecond\":"
                + Math.round(runs / Math.max(seconds, 1e-9)) + ",\"seconds\":"
                + Math.round(seconds) + ",\"faults\":" + CrashTable.json(faultsAt) + ",\"crashPoints\":"
                + crashPoints.json() + "}";
    }

    /** The figures, the first failure in full and the next ones in a line each, with how {@code ./staunch simulate} runs them again. */
    @Override
    public String toString() {
        return text(seed -> "./staunch simulate --seeds 1 --from " + seed);
    }

    /**
     * The figures, the first failure in full, and the next ones in a line each.
     *
     * @param replay what runs one seed again
     */
    public String text(LongFunction<String> replay) {
        var text = new StringBuilder();
        text.append(runs)
                .append(" runs from seed ")
                .append(from)
                .append(": ")
                .append(failures)
                .append(" failed; ");
        text.append(recordsOut)
                .append(" records, ")
                .append(checkpoints)
                .append(" checkpoints, ")
                .append(crashes);
        text.append(" crashes, ")
                .append(pauses)
                .append(" pauses; median run ")
                .append(medianRecords)
                .append(" records, ");
        text.append(medianCheckpoints)
                .append(" checkpoints, ")
                .append(medianCrashes)
                .append(" crashes; trace ")
                .append(Long.toHexString(trace))
                .append("; ");
        text.append(Math.round(runs / Math.max(seconds, 1e-9))).append(" runs/s\n");
        failed.stream().limit(1).forEach(run -> text.append(run.report(replay.apply(run.seed()))));
        failed.stream().skip(1).forEach(run -> text.append(run.brief()));
        return text.toString();
    }

    /** How far it is, on one line. */
    public String progress() {
        return runs + " runs, " + failures + " failed; " + crashes + " crashes; "
                + Math.round(runs / Math.max(seconds, 1e-9)) + " runs/s";
    }
}
