package io.staunch.runtime.sink;

import io.staunch.runtime.sink.RefusedByOutside.Refused;
import io.staunch.sink.RefusedRecordException;
import io.staunch.sink.RefusedRecordsException;
import java.util.ArrayList;
import java.util.List;

/**
 * The records of an interval that the outside has refused. They are collected up to the barrier, so that each does not cost a restart of its
 * own. Owned by the agent that writes.
 */
final class RefusedSoFar {
    /** So many are worth a restart before the barrier. */
    static final int MANY = 1000;

    private final List<Refused> refused = new ArrayList<>();
    private final int most;

    /** @param most how many are collected; 1 where no barrier comes */
    RefusedSoFar(int most) {
        this.most = most;
    }

    /** The connection did not take a record, and goes on. */
    void note(String sink, long origin, RefusedRecordException why) throws RefusedByOutside {
        refused.add(new Refused(sink, origin, why.reason()));
        if (refused.size() >= most) {
            check();
        }
    }

    /** The connection is of no use any more: all that is known. */
    RefusedByOutside with(List<String> sinks, RefusedRecordsException why) {
        why.refused().forEach(r -> refused.add(new Refused(name(sinks, r.sink(), why), r.origin(), r.reason())));
        return new RefusedByOutside(refused);
    }

    private static String name(List<String> sinks, int number, RefusedRecordsException why) {
        if (number < 0 || number >= sinks.size()) {
            throw new IllegalStateException(
                    "a connection names sink " + number + " of " + sinks.size() + " " + sinks
                            + " for a record that was refused: it must give back the number that write() was given",
                    why);
        }
        return sinks.get(number);
    }

    /** At the barrier: what the outside has refused can't be part of a checkpoint. */
    void check() throws RefusedByOutside {
        if (!refused.isEmpty()) {
            throw new RefusedByOutside(refused);
        }
    }
}
