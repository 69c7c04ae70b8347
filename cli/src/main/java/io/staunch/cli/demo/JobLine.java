package io.staunch.cli.demo;

import io.staunch.observe.ProtocolEvent;
import io.staunch.observe.ProtocolStep;
import java.util.Optional;

/** The lines that the job's process and its parent say to each other, over standard input and output. */
final class JobLine {
    /** To the parent: the process stands still at a step. */
    static final String HELD = "held";

    /** To the parent: why the job has failed. */
    static final String FAILED = "failed";

    /** To the process: stand still at a step. */
    static final String HOLD = "hold";

    /** To the process: stop the job, with a last checkpoint, and end. */
    static final String STOP = "stop";

    private static final String EVENT = "event";
    private static final String TAB = "\t";

    private JobLine() {}

    static String event(ProtocolEvent event) {
        return String.join(
                TAB,
                EVENT,
                event.step().name(),
                event.job(),
                Long.toString(event.epoch()),
                Long.toString(event.checkpoint()),
                Long.toString(event.nanoTime()),
                event.subject(),
                oneLine(event.detail()));
    }

    /** The event of a line, if it tells of one. */
    static Optional<ProtocolEvent> asEvent(String line) {
        String[] part = line.split(TAB, -1);
        if (part.length != 8 || !part[0].equals(EVENT)) {
            return Optional.empty();
        }
        return Optional.of(new ProtocolEvent(
                ProtocolStep.valueOf(part[1]),
                part[2],
                Long.parseLong(part[3]),
                Long.parseLong(part[4]),
                part[6],
                part[7],
                Long.parseLong(part[5])));
    }

    static String hold(StepGate.Hold hold) {
        return HOLD + " " + hold.step().name() + " " + hold.records();
    }

    static StepGate.Hold asHold(String line) {
        String[] part = line.split(" ", -1);
        return new StepGate.Hold(ProtocolStep.valueOf(part[1]), Long.parseLong(part[2]));
    }

    static String failed(Throwable failure) {
        return FAILED + " " + oneLine(String.valueOf(failure.getMessage()));
    }

    static String oneLine(String text) {
        return text.replace(TAB, " ").replaceAll("\\s*\\R\\s*", " ");
    }
}
