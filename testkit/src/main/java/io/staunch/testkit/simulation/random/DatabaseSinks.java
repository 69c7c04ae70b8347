package io.staunch.testkit.simulation.random;

import io.staunch.sink.Sink;
import io.staunch.testkit.simulation.OutsideKind;
import java.util.List;

/** Sinks of a database, as random pipelines can have beside those of any connector: of whoever knows how tables are written. */
public interface DatabaseSinks {
    /** How a sink writes. */
    enum Way {
        /** After checkpoints, with a commit ledger. */
        WRITE_AHEAD,
        /** By track, as records come, as long as it is the table's writer. */
        UPSERT,
        /** As records come. */
        INSERT
    }

    /** Where the tables are. */
    OutsideKind outside();

    /** The calls to the database that every run with such a sink makes, at which a process can die. */
    List<String> calls();

    /**
     * A sink of items. What it writes is seen in the order of each track, an item with its track as the key.
     *
     * @param name of the sink; two never have the same
     */
    Sink<Item> sink(String name, Way way);
}
