package io.staunch.testkit.simulation.random;

import io.staunch.sink.Sink;
import io.staunch.testkit.simulation.OutsideKind;
import io.staunch.testkit.simulation.oracle.Output;
import java.util.List;

/** Sinks that write files, as random pipelines can have beside those of any connector: of whoever knows how files are written. */
public interface FileSinks {
    /** Where the files are. */
    OutsideKind outside();

    /** The calls to files that every run with such a sink makes, at which a process can die. */
    List<String> calls();

    /**
     * A sink of items. What it writes is seen in the order of each track.
     *
     * @param name of the sink; two never have the same
     */
    Sink<Item> sink(String name);

    /** An item as somebody sees it who reads the files of a sink. */
    Output output(String name, Item item);
}
