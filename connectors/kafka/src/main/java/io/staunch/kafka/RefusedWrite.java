package io.staunch.kafka;

import org.jspecify.annotations.Nullable;

/** The first write that was refused, or none. */
record RefusedWrite(String topic, @Nullable Throwable why) {
    static final RefusedWrite NONE = new RefusedWrite("", null);

    void throwIfAny(KafkaFaults faults) {
        if (why != null) {
            throw faults.of(Act.WRITE, topic, why);
        }
    }
}
