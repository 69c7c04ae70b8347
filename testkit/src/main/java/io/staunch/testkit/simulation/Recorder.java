package io.staunch.testkit.simulation;

import io.staunch.observe.ProtocolEvent;
import io.staunch.testkit.simulation.oracle.Counted;
import io.staunch.testkit.simulation.oracle.Oracle;
import io.staunch.testkit.simulation.oracle.Output;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/** Keeps the output of a run without faults, for others to be judged by. */
final class Recorder implements Judge {
    static final int QUIET_STEPS = 4_000;

    private final Map<String, List<Output>> outputs = new TreeMap<>();
    private final Set<String> converging = new HashSet<>();
    private long seen;

    /** By sink, in the order of appearance; of one of which final values count only the last value of each key. */
    Map<String, List<Output>> outputs() {
        outputs.replaceAll((sink, all) -> converging.contains(sink) ? last(all) : all);
        return outputs;
    }

    private static List<Output> last(List<Output> all) {
        Map<Object, Output> last = new LinkedHashMap<>();
        all.forEach(output -> last.put(Objects.requireNonNull(output.key()), output));
        return List.copyOf(last.values());
    }

    @Override
    public void watch(String sink, Counted counted) {
        if (counted == Counted.FINAL_VALUES) {
            converging.add(sink);
        }
    }

    @Override
    public void see(int process, ProtocolEvent event) {}

    @Override
    public void see(String sink, Output output) {
        outputs.computeIfAbsent(sink, s -> new ArrayList<>()).add(output);
        seen++;
    }

    @Override
    public boolean complete() {
        return false;
    }

    @Override
    public int quietSteps() {
        return QUIET_STEPS;
    }

    @Override
    public int settlingSteps() {
        return 0;
    }

    @Override
    public long expected() {
        return 0;
    }

    @Override
    public List<String> problems() {
        return List.of();
    }

    @Override
    public List<String> broken() {
        return List.of();
    }

    @Override
    public Oracle.Verdict verdict() {
        return new Oracle.Verdict(seen, seen, 0, 0, 0, 0);
    }
}
