package io.staunch.testkit.simulation.random;

import io.staunch.guarantee.Guarantee;
import io.staunch.process.SideOutput;
import io.staunch.sink.RefusedRecord;
import io.staunch.sink.Sink;
import io.staunch.source.BadRecord;
import io.staunch.source.Source;
import io.staunch.testkit.simulation.OutsideKind;
import io.staunch.testkit.simulation.oracle.Output;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The sources and sinks of random pipelines: those of one connector, for one pipeline. */
public interface Connectors {
    /** Where bad records go that are put aside. */
    SideOutput<BadRecord> BAD = SideOutput.named("bad");

    /** Where refused records go that are put aside. */
    SideOutput<RefusedRecord<Item>> REFUSED = SideOutput.named("refused");

    /** For people. */
    String name();

    /**
     * The outside system that they use.
     *
     * @param choosy topics that must not take {@link Item#isLarge large} items
     */
    OutsideKind outside(Set<String> choosy);

    /**
     * The calls to the outside that every run makes, at which a process can die.
     *
     * @param lead whether a sink of theirs leads the job; else there is none of theirs
     */
    List<String> calls(boolean lead);

    /** Whether there can be sources that end. */
    boolean haveEnds();

    /** Whether there can be records that a source can't read. */
    boolean haveBadRecords();

    /**
     * A source of items.
     *
     * @param ends whether it ends with the last one that is fed
     * @param bad what becomes of records that it can't read
     */
    Source<Item> source(String topic, boolean ends, Misfits bad);

    /**
     * A sink of items, with their track as key.
     *
     * @param level what it must be good for
     * @param refused what becomes of large items, if its topic is choosy; only asked for with exactly-once
     */
    Sink<Item> sink(String topic, Guarantee level, Misfits refused);

    /** Sinks that write files, which pipelines have beside these; empty if there are none. */
    default Optional<FileSinks> files() {
        return Optional.empty();
    }

    /** Sinks of a database, which pipelines have beside these; empty if there are none. */
    default Optional<DatabaseSinks> database() {
        return Optional.empty();
    }

    /** An item as somebody sees it who reads what its sink has written, on any partition. */
    Output output(Item item);
}
