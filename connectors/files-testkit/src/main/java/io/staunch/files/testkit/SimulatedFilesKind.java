package io.staunch.files.testkit;

import io.staunch.testkit.simulation.Outside;
import io.staunch.testkit.simulation.OutsideKind;
import io.staunch.testkit.simulation.oracle.Output;
import io.staunch.testkit.simulation.world.FaultPlan;
import io.staunch.testkit.simulation.world.SimulatedWorld;
import java.util.Objects;

/**
 * Gives simulations files: {@code FileSource} and {@code FileSink} as they are, over the simulated disk. What a sink has written is its lines, as
 * text, without keys: each once, and whole; in which order is not judged.
 */
public final class SimulatedFilesKind implements OutsideKind {
    private final LineOutput lines;

    public SimulatedFilesKind() {
        this((folder, line) -> new Output(folder, null, line));
    }

    /** @param lines what a line is as output: with a key, its order is judged */
    public SimulatedFilesKind(LineOutput lines) {
        this.lines = Objects.requireNonNull(lines, "lines");
    }

    /** What a line in a file is as output. */
    @FunctionalInterface
    public interface LineOutput {
        /** @param folder number of the folder that the file is in, as the partition */
        Output of(int folder, String line);
    }

    @Override
    public Outside open(SimulatedWorld world, FaultPlan plan) {
        return new SimulatedFiles(world, lines);
    }
}
