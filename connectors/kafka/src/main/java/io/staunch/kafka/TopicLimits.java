package io.staunch.kafka;

import io.staunch.sink.RefusedRecordException;

/**
 * What a topic takes that does not take all that may be sent.
 *
 * @param mostBytes size of the largest record
 * @param keyed whether each record needs a key
 */
record TopicLimits(int mostBytes, boolean keyed) {
    /**
     * Refuses what the broker would refuse, which would break a whole transaction.
     *
     * @throws RefusedRecordException if the topic does not take the record
     */
    void check(EncodedRecord record) {
        if (keyed && record.key() == null) {
            throw new RefusedRecordException("a record for topic " + record.topic() + " has no key, and the topic is"
                    + " compacted (cleanup.policy): give records a key with key(...)");
        }
        int size = RecordSize.atLeast(record.key(), record.value(), record.headers());
        if (size > mostBytes) {
            throw new RefusedRecordException("a record for topic " + record.topic() + " takes " + size
                    + " bytes, and the topic takes at most " + mostBytes
                    + ": raise its max.message.bytes, or write smaller records");
        }
    }
}
