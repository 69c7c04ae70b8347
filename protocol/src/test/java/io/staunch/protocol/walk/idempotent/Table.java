package io.staunch.protocol.walk.idempotent;

import io.staunch.ledger.Owner;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The table: record n has key n modulo {@link #KEYS}, and its value is the number of the record that was written last.
 *
 * @param writer whom the row names
 * @param values by key; -1 if there is none
 */
record Table(@Nullable Owner writer, List<Integer> values) {
    static final int KEYS = 2;
    static final Table EMPTY = new Table(null, Collections.nCopies(KEYS, -1));

    Table takenBy(Owner owner) {
        return new Table(owner, values);
    }

    Table with(int record) {
        List<Integer> changed = new ArrayList<>(values);
        changed.set(record % KEYS, record);
        return new Table(writer, List.copyOf(changed));
    }

    /** The first key whose value is older than after so many records, or -1. */
    int olderThan(int records) {
        for (int record = Math.max(0, records - KEYS); record < records; record++) {
            if (values.get(record % KEYS) < record) {
                return record % KEYS;
            }
        }
        return -1;
    }
}
