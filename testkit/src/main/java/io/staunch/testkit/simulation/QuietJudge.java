package io.staunch.testkit.simulation;

import io.staunch.observe.ProtocolEvent;
import io.staunch.testkit.simulation.oracle.Counted;
import io.staunch.testkit.simulation.oracle.Oracle;
import io.staunch.testkit.simulation.oracle.Output;
import java.util.List;

/**
 * Judges as another one does, but lets a run go on until nothing more comes. A run ends else when all that is expected has come, and what
 * comes later is not seen: which matters when an expectation is too short.
 */
final class QuietJudge implements Judge {
    private final Judge judge;

    QuietJudge(Judge judge) {
        this.judge = judge;
    }

    @Override
    public void watch(String sink, Counted counted) {
        judge.watch(sink, counted);
    }

    @Override
    public void see(String sink, Output output) {
        judge.see(sink, output);
    }

    @Override
    public void see(int process, ProtocolEvent event) {
        judge.see(process, event);
    }

    @Override
    public boolean complete() {
        return false;
    }

    @Override
    public int quietSteps() {
        return Recorder.QUIET_STEPS;
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
        return judge.problems();
    }

    @Override
    public List<String> broken() {
        return judge.broken();
    }

    @Override
    public Oracle.Verdict verdict() {
        return judge.verdict();
    }
}
