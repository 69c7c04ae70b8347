package io.staunch.protocol.walk.job;

/**
 * Bounds: how many may happen at most.
 *
 * @param processes that start from the first folder
 * @param others that start from the second folder
 * @param consents starts with consent to a rewind, of the processes in either folder
 * @param errors of clients, after which a process begins again
 * @param lostAnswers commits whose answer is lost
 * @param declines checkpoints that fail before they are durable
 */
public record Faults(int processes, int others, int consents, int errors, int lostAnswers, int declines) {
    /** Processes in the one folder that there is, and errors. */
    public static Faults of(int processes, int errors, int lostAnswers, int declines) {
        return new Faults(processes, 0, 0, errors, lostAnswers, declines);
    }

    Faults process(int place) {
        return place == 0
                ? new Faults(processes - 1, others, consents, errors, lostAnswers, declines)
                : new Faults(processes, others - 1, consents, errors, lostAnswers, declines);
    }

    Faults consent() {
        return new Faults(processes, others, consents - 1, errors, lostAnswers, declines);
    }

    Faults error() {
        return new Faults(processes, others, consents, errors - 1, lostAnswers, declines);
    }

    Faults lostAnswer() {
        return new Faults(processes, others, consents, errors, lostAnswers - 1, declines);
    }

    Faults decline() {
        return new Faults(processes, others, consents, errors, lostAnswers, declines - 1);
    }

    int processes(int place) {
        return place == 0 ? processes : others;
    }

    int attempts() {
        return processes + others;
    }

    @Override
    public String toString() {
        return "processes " + processes + (others > 0 ? "+" + others : "") + text(consents, "consents")
                + text(errors, "errors") + text(lostAnswers, "lost answers") + text(declines, "declines");
    }

    private static String text(int number, String what) {
        return number == 0 ? "" : ", " + what + " " + number;
    }
}
