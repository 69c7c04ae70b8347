package io.staunch.cli.demo;

import io.staunch.observe.ProtocolEvent;
import io.staunch.observe.ProtocolStep;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** One checkpoint for people, in the steps in which Apache Flink's documentation describes two-phase commit with Kafka. */
final class TraceText {
    /** Flink's steps, and the events of Staunch that belong to each. */
    private enum Part {
        OPENED("the first record opens the transaction", ProtocolStep.TRANSACTION_OPENED),
        BARRIER(
                "the barrier goes through the job",
                ProtocolStep.CHECKPOINT_STARTED,
                ProtocolStep.BARRIER_SENT,
                ProtocolStep.BARRIER_ALIGNED),
        STORED("state is stored; the sink pre-commits", ProtocolStep.STATE_CAPTURED, ProtocolStep.SINK_PREPARED),
        ACKNOWLEDGED("all tasks and sinks have acknowledged", ProtocolStep.ACKNOWLEDGED),
        COMPLETE("the checkpoint is complete", ProtocolStep.DURABLE),
        COMMIT("the transaction is committed", ProtocolStep.COMMIT_SENT, ProtocolStep.COMMITTED, ProtocolStep.SETTLED);

        private final String text;
        private final List<ProtocolStep> steps;

        Part(String text, ProtocolStep... steps) {
            this.text = text;
            this.steps = List.of(steps);
        }
    }

    private TraceText() {}

    static List<String> of(Trace.Checkpoint checkpoint) {
        List<ProtocolEvent> events = checkpoint.events();
        ProtocolEvent last = events.get(events.size() - 1);
        long zero = events.stream()
                .filter(e -> e.step() == ProtocolStep.TRANSACTION_OPENED)
                .findFirst()
                .orElse(last)
                .nanoTime();
        List<String> lines = new ArrayList<>();
        lines.add("Checkpoint " + last.checkpoint() + " of job '" + last.job() + "', epoch " + last.epoch()
                + ", as it happened; times in ms from the first record of its transaction:");
        for (Part part : Part.values()) {
            lines.add("");
            lines.add("  " + (part.ordinal() + 1) + ". " + part.text);
            events.stream().filter(e -> part.steps.contains(e.step())).forEach(e -> lines.add(line(e, zero)));
        }
        lines.add("");
        lines.add("  " + (Part.values().length + 1) + ". the output is visible");
        lines.add(line("READ", "read_committed", "a consumer beside the job", checkpoint.visibleNanos() - zero));
        return lines;
    }

    private static String line(ProtocolEvent event, long zero) {
        return line(event.step().name(), event.subject(), event.detail(), event.nanoTime() - zero);
    }

    private static String line(String step, String subject, String detail, long nanos) {
        return String.format(Locale.ROOT, "  %10.3f  %-19s %s %s", nanos / 1e6, step, subject, detail)
                .stripTrailing();
    }
}
