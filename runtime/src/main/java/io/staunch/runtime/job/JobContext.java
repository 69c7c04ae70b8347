package io.staunch.runtime.job;

import io.staunch.Settings;
import io.staunch.StartMode;
import io.staunch.environment.Environment;
import io.staunch.graph.Node;
import io.staunch.protocol.checkpoint.Pace;
import io.staunch.protocol.follower.LagBound;
import io.staunch.runtime.enrich.Enricher;
import io.staunch.runtime.plan.Plan;
import io.staunch.sink.RereadSink;
import io.staunch.sink.Sink;
import io.staunch.store.CheckpointStore;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * What stays the same for as long as a job lives in this process.
 *
 * @param attempt identity of this process's attempt, kept over restarts inside it
 */
record JobContext(
        String name,
        Plan plan,
        Settings settings,
        Environment environment,
        CheckpointStore store,
        UUID attempt,
        EventLog log,
        StatusBoard board,
        Counters counters) {

    /** The sinks that commit with the lead; empty if the job has none. */
    List<RereadSink<?, ?>> leadSinks() {
        List<RereadSink<?, ?>> sinks = new ArrayList<>();
        for (int node : plan.nodesOf(Node.Kind.SINK)) {
            Sink<?> sink = ((Node.SinkNode) plan.nodes().get(node)).sink();
            if (sink.kind() == Sink.Kind.REREAD) {
                sinks.add((RereadSink<?, ?>) sink);
            }
        }
        return sinks;
    }

    /** The sinks that commit after checkpoints, and after the lead. */
    List<Node.SinkNode> followers() {
        return plan.nodesOf(Node.Kind.SINK).stream()
                .map(node -> (Node.SinkNode) plan.nodes().get(node))
                .filter(node -> follows(node.sink().kind()))
                .toList();
    }

    /** Whether sinks of a template commit after checkpoints, and after the lead. */
    static boolean follows(Sink.Kind kind) {
        return switch (kind) {
            case WRITE_AHEAD, TWO_PHASE_COMMIT -> true;
            case FLUSHING, IDEMPOTENT, REREAD -> false;
        };
    }

    LagBound lagBound() {
        return new LagBound(settings.sinkLagCheckpoints(), settings.sinkLagBytes());
    }

    /** Whether the user consents to repeating output. */
    boolean rewind() {
        return settings.startMode() == StartMode.REWIND;
    }

    /** How often checkpoints start, as long as nothing is known of what they take. */
    Pace pace() {
        return Pace.between(
                settings.shortestInterval().toNanos(),
                settings.checkpointEvery().toNanos());
    }

    long timeoutNanos() {
        return settings.checkpointTimeout().toNanos();
    }

    /** For how long nothing at all may get on in a job that finishes: a checkpoint's time, or all the tries that a record of an enrichment has. */
    long patienceNanos() {
        return plan.nodesOf(Node.Kind.ENRICH).stream()
                .mapToLong(node ->
                        Enricher.longestNanos(((Node.EnrichNode) plan.nodes().get(node)).enrichment()))
                .reduce(timeoutNanos(), Math::max);
    }
}
