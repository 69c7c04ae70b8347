package io.staunch.verification.bench.run;

import java.nio.charset.StandardCharsets;

/**
 * What the topic of the sinks' workloads holds, and what has to be in a table or in files afterwards: records by number, in turn over the
 * partitions, so that partition and offset say what a record must be.
 *
 * @param part its partition
 * @param place its offset
 * @param key one of {@link Values#KEYS}
 * @param value the number and a filling, {@value Values#BYTES} characters
 */
public record NumberedRow(int part, long place, String key, String value) {
    /** The one that belongs there. */
    public static NumberedRow of(int part, long place) {
        long number = place * Values.PARTITIONS + part;
        return new NumberedRow(
                part, place, Values.key(number), new String(Values.numbered(number), StandardCharsets.US_ASCII));
    }

    /** How many of so many records are in a partition. */
    public static long count(int part, long records) {
        return (records - part + Values.PARTITIONS - 1) / Values.PARTITIONS;
    }
}
