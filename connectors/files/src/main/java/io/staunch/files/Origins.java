package io.staunch.files;

import io.staunch.source.RecordPlace;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Places of records as numbers of 52 bits: a stretch of a file in the upper 20, how far into it in the lower 32. A file begins a new stretch
 * every 4 GiB. Owned by a reader; others may ask for the place of a number that they were given.
 */
final class Origins {
    private static final int DISTANCE_BITS = 32;
    private static final int MOST_STRETCHES = 1 << 20;

    private final List<Stretch> stretches = new CopyOnWriteArrayList<>();

    /** Offsets from {@code base} on. */
    record Stretch(String file, long base, long number) {
        boolean reaches(long offset) {
            return (offset - base) >>> DISTANCE_BITS == 0;
        }

        /** The number of a place within reach. */
        long origin(long offset) {
            return (number << DISTANCE_BITS) + (offset - base);
        }
    }

    Stretch begin(String file, long base) {
        if (stretches.size() == MOST_STRETCHES) {
            throw new IllegalStateException(
                    "one task can read at most " + MOST_STRETCHES + " files: raise the parallelism");
        }
        var stretch = new Stretch(file, base, stretches.size());
        stretches.add(stretch);
        return stretch;
    }

    RecordPlace place(long origin) {
        Stretch stretch = stretches.get((int) (origin >>> DISTANCE_BITS));
        return new RecordPlace(stretch.file(), stretch.base() + (origin & ((1L << DISTANCE_BITS) - 1)));
    }
}
