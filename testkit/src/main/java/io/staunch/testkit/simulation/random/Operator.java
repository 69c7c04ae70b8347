package io.staunch.testkit.simulation.random;

import io.staunch.Stream;
import java.util.List;

/**
 * One part of a random pipeline, twice: as the engine is told it, and as a plain computation over all records, one thread, in order. Both
 * must give the same on every track. Its {@code toString} says what it is.
 */
interface Operator {
    /**
     * Adds it to a pipeline.
     *
     * @param name for what needs one; names that begin with it are free
     * @return as many streams as {@link #evaluate} gives
     */
    List<Stream<Item>> build(String name, List<Stream<Item>> inputs);

    /** What becomes of the records; inputs and outputs in any order that keeps that of each track. */
    List<List<Item>> evaluate(List<List<Item>> inputs);

    /**
     * Whether the engine can know that it gives the same records again when its input is read again. All operators here do, so that what comes out is known; but an exactly-once
     * pipeline with a sink that writes by key behind one of which the engine can't know it is refused.
     */
    default boolean repeatable() {
        return true;
    }

    /** One of a kind, with choices made by chance. */
    interface Maker {
        /** Streams that it takes; 1 or 2. */
        default int inputs() {
            return 1;
        }

        /**
         * Whether each record out is made of one record in, and is the same for it whatever happened to state: so that also at weaker levels
         * than exactly-once it is known which records may come out, if not their values.
         */
        default boolean perRecord() {
            return true;
        }

        /**
         * Whether it can be there.
         *
         * @param timed whether its inputs have event time
         * @param finishes whether the job ends by itself
         */
        default boolean fits(boolean timed, boolean finishes) {
            return true;
        }

        /** Whether what it gives has the place in a source of the record that it was made of: what timers emit has none. */
        default boolean keepsPlaces() {
            return perRecord();
        }

        /** @param inputs all records that it will get */
        Operator make(io.staunch.testkit.simulation.world.Chance chance, List<List<Item>> inputs);
    }
}
