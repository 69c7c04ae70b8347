package io.staunch.kafka.testkit.real;

import io.staunch.testkit.simulation.Outside.Fed;
import java.util.List;
import java.util.Map;

/**
 * What one life of the job is given to do, in slices. A job that is to take a step for the n-th time needs n checkpoints with something in
 * them, and a quick one has read everything that it finds in less: so it is given a slice for each. Owned by one thread.
 */
final class Portion {
    /** Nothing to do. */
    static final Portion NONE = new Portion(Map.of(), 0, (source, records) -> {});

    private final Map<String, List<Fed>> records;
    private final int slices;
    private final Fill fill;
    private int given;

    /** Writes records for a source; they are there when it returns. */
    interface Fill {
        void write(String source, List<Fed> records) throws InterruptedException;
    }

    /** @param records by source */
    Portion(Map<String, List<Fed>> records, int slices, Fill fill) {
        this.records = records;
        this.slices = slices;
        this.fill = fill;
    }

    /** Writes the next slice, if there is one. */
    void give() throws InterruptedException {
        if (given == slices) {
            return;
        }
        for (Map.Entry<String, List<Fed>> each : records.entrySet()) {
            fill.write(each.getKey(), part(each.getValue(), given, slices));
        }
        given++;
    }

    /** One of several parts of a list, each as long as any other, or longer by one. */
    static <T> List<T> part(List<T> all, int number, int of) {
        int from = (int) ((long) all.size() * number / of);
        int to = (int) ((long) all.size() * (number + 1) / of);
        return all.subList(from, to);
    }
}
