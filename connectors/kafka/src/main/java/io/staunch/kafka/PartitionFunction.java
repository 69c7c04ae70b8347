package io.staunch.kafka;

import java.io.Serializable;

/** Chooses the partition of a record. */
@FunctionalInterface
public interface PartitionFunction<T> extends Serializable {
    /**
     * The partition to write to. Called on the thread that writes, once per record, since only that one knows how many
     * partitions there are. The same record must give the same partition, also when its input is read again.
     *
     * @param partitions how many the topic has
     * @return at least 0, less than {@code partitions}
     */
    int partition(T value, int partitions);
}
