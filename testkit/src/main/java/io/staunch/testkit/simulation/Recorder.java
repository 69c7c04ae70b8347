package io.staunch.testkit.simulation;

import io.staunch.testkit.simulation.oracle.Oracle;
import io.staunch.testkit.simulation.oracle.Output;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Keeps the output of a run without faults, for others to be judged by. */
final class Recorder implements Judge {
    private final Map<String, List<Output>> outputs = new TreeMap<>();
    private long seen;

    /** By sink, in the order of appearance. */
    Map<String, List<Output>> outputs() {
        return outputs;
    }

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
    public boolean endsWhenQuiet() {
        return true;
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
