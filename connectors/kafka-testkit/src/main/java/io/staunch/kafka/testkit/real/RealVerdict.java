package io.staunch.kafka.testkit.real;

import io.staunch.testkit.simulation.oracle.Oracle;
import java.util.List;

/**
 * What a real run has found.
 *
 * @param broken what was wrong; empty if nothing was
 * @param output committed output against what must come, over all sinks
 * @param kills how lives of the job were ended, in order
 */
public record RealVerdict(List<String> broken, Oracle.Verdict output, List<String> kills) {
    public RealVerdict {
        broken = List.copyOf(broken);
        kills = List.copyOf(kills);
    }

    /** Whether the guarantee was kept. */
    public boolean passed() {
        return broken.isEmpty();
    }

    @Override
    public String toString() {
        var text = new StringBuilder();
        broken.forEach(b -> text.append("  ").append(b).append('\n'));
        text.append("  output: ").append(output).append('\n');
        return text.append("  SIGKILLs: ").append(kills).append('\n').toString();
    }
}
