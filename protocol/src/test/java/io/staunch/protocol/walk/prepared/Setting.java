package io.staunch.protocol.walk.prepared;

import java.util.List;

/**
 * What a world has.
 *
 * @param lead whether the sinks follow a lead
 * @param sinks one or two
 * @param copies whether the checkpoints hold the records for sinks that prepare, too
 * @param locks whether a prepared transaction keeps the rows of its keys locked
 * @param records of the input
 * @param keys record n has key n modulo this, and its task is the key modulo the parallelism
 * @param parallelism of each process that may start
 */
record Setting(
        boolean lead,
        List<Template> sinks,
        boolean copies,
        boolean locks,
        int records,
        int keys,
        List<Integer> parallelism,
        Faults faults) {
    /** What a sink is made of. */
    enum Template {
        PREPARED,
        WRITE_AHEAD
    }

    /**
     * Bounds: how many may happen at most.
     *
     * @param errors of clients, after which a process begins again
     * @param lostAnswers calls whose answer is lost: done, not done, or done late
     * @param declines checkpoints that fail before they are durable
     * @param drops prepared transactions that the outside lets go of
     */
    record Faults(int errors, int lostAnswers, int declines, int drops) {
        Faults error() {
            return new Faults(errors - 1, lostAnswers, declines, drops);
        }

        Faults lostAnswer() {
            return new Faults(errors, lostAnswers - 1, declines, drops);
        }

        Faults decline() {
            return new Faults(errors, lostAnswers, declines - 1, drops);
        }

        Faults drop() {
            return new Faults(errors, lostAnswers, declines, drops - 1);
        }
    }

    @Override
    public String toString() {
        return (lead ? "lead + " : "") + sinks + (copies ? " with copies" : "") + (locks ? ", row locks" : "") + ", "
                + records + " records, " + keys + " keys, parallelism " + parallelism + ", errors "
                + faults.errors() + ", lost answers " + faults.lostAnswers() + ", declines " + faults.declines()
                + ", drops " + faults.drops();
    }
}
