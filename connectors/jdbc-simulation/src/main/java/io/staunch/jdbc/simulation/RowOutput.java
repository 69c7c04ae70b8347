package io.staunch.jdbc.simulation;

import io.staunch.testkit.simulation.oracle.Output;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a row of a table is as output. */
@FunctionalInterface
public interface RowOutput {
    /**
     * As output; the order of rows of an equal key is judged.
     *
     * @param table as the sink names it
     * @param row values by the names of columns in lower case
     */
    Output of(String table, Map<String, @Nullable Object> row);
}
