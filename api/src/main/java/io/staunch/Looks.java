package io.staunch;

import io.staunch.environment.DiskAccess;
import io.staunch.error.ConfigurationException;
import io.staunch.graph.Node;
import io.staunch.guarantee.Finding;
import io.staunch.guarantee.FolderLook;
import io.staunch.guarantee.LiveReport;
import io.staunch.guarantee.LookContext;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Lets each source and sink of a pipeline look at its outside, and looks at the folder of the checkpoint store. */
final class Looks {
    private Looks() {}

    /** @throws ConfigurationException if the pipeline is wrong for a reason other than its level: parts of it might look at anything then */
    static LiveReport at(Pipeline pipeline, LookContext context, Path state) {
        List<String> mistakes = PipelineRules.mistakes(pipeline);
        if (!mistakes.isEmpty()) {
            throw new ConfigurationException(
                    "pipeline '" + pipeline.name() + "' can't be started, so nothing is looked at", mistakes);
        }
        Map<String, List<Finding>> findings = new LinkedHashMap<>();
        for (Node node : pipeline.nodes()) {
            if (node instanceof Node.SourceNode source) {
                findings.put(label("source", node), found(() -> source.source().look(context)));
            } else if (node instanceof Node.SinkNode sink) {
                findings.put(label("sink", node), found(() -> sink.sink().look(context)));
            }
        }
        findings.put(
                "checkpoint store '" + state + "'",
                found(() -> FolderLook.at(context.environment().disk(), state, DiskAccess.OWN)));
        return new LiveReport(pipeline.guaranteeReport(), findings);
    }

    private static String label(String kind, Node node) {
        return kind + " '" + node.name() + "'";
    }

    private static List<Finding> found(Supplier<List<Finding>> look) {
        try {
            return look.get();
        } catch (RuntimeException e) {
            String why = e.getMessage() == null ? e.toString() : e.getMessage();
            return List.of(Finding.notSeen("nothing could be looked at: " + why, null));
        }
    }
}
