package io.staunch.testkit.simulation;

import io.staunch.guarantee.Guarantee;
import io.staunch.observe.ProtocolEvent;
import io.staunch.testkit.simulation.oracle.Counted;
import io.staunch.testkit.simulation.oracle.Expectation;
import io.staunch.testkit.simulation.oracle.FinalValues;
import io.staunch.testkit.simulation.oracle.Oracle;
import io.staunch.testkit.simulation.oracle.Output;
import io.staunch.testkit.simulation.oracle.OutputOracle;
import io.staunch.testkit.simulation.oracle.Versions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Judges each sink by what must come there. */
final class OracleJudge implements Judge {
    /** Much longer than any recovery: a value that stays wrong so long stays wrong. */
    private static final int LONG_QUIET_STEPS = 20_000;

    private static final int SETTLING_STEPS = 2_000;

    private final Map<String, Expectation> expected;
    private final Map<String, OutputOracle> oracles = new TreeMap<>();
    private final Guarantee guarantee;
    private boolean converging;

    OracleJudge(Map<String, Expectation> expected, Guarantee guarantee) {
        this.expected = expected;
        this.guarantee = guarantee;
    }

    @Override
    public void watch(String sink, Counted counted) {
        Expectation expectation = Objects.requireNonNull(expected.get(sink), sink);
        converging |= counted != Counted.RECORDS;
        oracles.put(
                sink,
                switch (counted) {
                    case RECORDS -> new Oracle(expectation, guarantee);
                    case FINAL_VALUES -> new FinalValues(expectation, guarantee);
                    case VERSIONS -> new Versions(expectation, guarantee);
                });
    }

    @Override
    public void see(int process, ProtocolEvent event) {
        for (OutputOracle oracle : oracles.values()) {
            oracle.see(process, event);
        }
    }

    @Override
    public void see(String sink, Output output) {
        Objects.requireNonNull(oracles.get(sink), sink).see(output);
    }

    @Override
    public boolean complete() {
        for (OutputOracle oracle : oracles.values()) {
            if (!oracle.complete()) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int quietSteps() {
        if (guarantee == Guarantee.AT_MOST_ONCE) {
            return Recorder.QUIET_STEPS;
        }
        return converging ? LONG_QUIET_STEPS : Integer.MAX_VALUE;
    }

    @Override
    public int settlingSteps() {
        return converging ? SETTLING_STEPS : 0;
    }

    @Override
    public long expected() {
        return expected.values().stream().mapToLong(Expectation::size).sum();
    }

    @Override
    public List<String> problems() {
        for (OutputOracle oracle : oracles.values()) {
            if (!oracle.problems().isEmpty()) {
                return oracle.problems();
            }
        }
        return List.of();
    }

    @Override
    public List<String> broken() {
        List<String> broken = new ArrayList<>();
        oracles.forEach((sink, oracle) -> {
            String problem = oracle.broken();
            if (problem != null) {
                broken.add("sink '" + sink + "': " + problem);
            }
        });
        return broken;
    }

    @Override
    public Oracle.Verdict verdict() {
        return oracles.values().stream()
                .map(OutputOracle::verdict)
                .reduce(new Oracle.Verdict(0, 0, 0, 0, 0, 0), Oracle.Verdict::plus);
    }
}
