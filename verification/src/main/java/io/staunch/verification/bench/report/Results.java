package io.staunch.verification.bench.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** All runs of one call, and what follows from them. Warm-up rounds are not among them. */
public final class Results {
    /** Whose ratios are told. */
    public static final String OURS = "staunch";

    /** Completed checkpoints by those that the interval asks for: below this, the setting is not what it says. */
    private static final double INTERVAL_HELD = 0.9;

    private final List<Run> runs = new ArrayList<>();
    private final Map<String, String> configurations = new LinkedHashMap<>();
    private final Map<String, String> about = new LinkedHashMap<>();

    public void add(Run run) {
        runs.add(run);
    }

    /** How a contender was set up in a workload. */
    public void configured(String workload, String contender, String words) {
        configurations.put(workload + ": " + contender, words);
    }

    /** Something about the call as a whole. */
    public void about(String name, String words) {
        about.put(name, words);
    }

    public List<Run> runs() {
        return Collections.unmodifiableList(runs);
    }

    public Map<String, String> configurations() {
        return Collections.unmodifiableMap(configurations);
    }

    public Map<String, String> about() {
        return Collections.unmodifiableMap(about);
    }

    /** The workloads, with their settings. */
    public Map<String, Set<String>> settings() {
        Map<String, Set<String>> all = new LinkedHashMap<>();
        for (Run run : runs) {
            all.computeIfAbsent(run.workload(), name -> new LinkedHashSet<>()).add(run.setting());
        }
        return all;
    }

    public List<String> contenders(String workload, String setting) {
        return runs.stream()
                .filter(run -> run.workload().equals(workload) && run.setting().equals(setting))
                .map(Run::contender)
                .distinct()
                .toList();
    }

    public List<Run> of(String workload, String setting, String contender) {
        return runs.stream()
                .filter(run -> run.workload().equals(workload)
                        && run.setting().equals(setting)
                        && run.contender().equals(contender))
                .toList();
    }

    /** The spread of a metric over the rounds, if it was measured. */
    public Optional<Spread> spread(String workload, String setting, String contender, Metric metric) {
        List<Double> figures = of(workload, setting, contender).stream()
                .filter(run -> run.values().containsKey(metric))
                .map(run -> run.values().get(metric))
                .toList();
        return figures.isEmpty() ? Optional.empty() : Optional.of(Spread.of(figures));
    }

    /** Staunch's figure by the other one's in the same round, over the rounds that have both. */
    public Optional<Spread> ratio(
            String workload, String setting, Metric metric, String against, String againstSetting) {
        List<Double> ratios = new ArrayList<>();
        for (Run ours : of(workload, setting, OURS)) {
            for (Run other : of(workload, againstSetting, against)) {
                Double mine = ours.values().get(metric);
                Double theirs = other.values().get(metric);
                if (ours.round() == other.round() && mine != null && theirs != null && theirs > 0) {
                    ratios.add(mine / theirs);
                }
            }
        }
        return ratios.isEmpty() ? Optional.empty() : Optional.of(Spread.of(ratios));
    }

    /** Whether a target is met, with the reason if the figures do not say. */
    public String verdict(Target target, Spread measured) {
        List<Run> ours = of(target.workload(), target.setting(), OURS);
        if (!ours.stream().allMatch(Run::exact)) {
            return Verdict.MISSED.words() + ": output not exact";
        }
        boolean theirs = of(target.workload(), target.againstSetting(), target.against()).stream()
                .allMatch(run -> run.exact() || run.hasFailed());
        if (!theirs) {
            return Verdict.NOT_DECIDED.words() + ": output of " + target.against() + " not exact";
        }
        boolean held = spread(target.workload(), target.setting(), OURS, Metric.CHECKPOINTS)
                .map(spread -> spread.median() >= INTERVAL_HELD)
                .orElse(true);
        return held
                ? Verdict.of(measured, target.value(), target.atLeast()).words()
                : Verdict.NOT_DECIDED.words() + ": interval not held";
    }

    /** Whether every run came to its end, and all output of ours, in whatever variant, was right. What others' output is like is a result. */
    public boolean sound() {
        return runs.stream().allMatch(run -> ours(run.contender()) ? run.exact() : !run.hasFailed());
    }

    private static boolean ours(String contender) {
        return contender.equals(OURS) || contender.startsWith(OURS + " ");
    }

    /** The spread that a target is about, if it was measured. */
    public Optional<Spread> measured(Target target) {
        return target.against().isEmpty()
                ? spread(target.workload(), target.setting(), OURS, target.metric())
                : ratio(
                        target.workload(),
                        target.setting(),
                        target.metric(),
                        target.against(),
                        target.againstSetting());
    }
}
