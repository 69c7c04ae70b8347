package io.staunch.runtime.task;

import io.staunch.protocol.time.Watermark;
import io.staunch.runtime.data.Cursor;
import io.staunch.sink.OnRefusedRecord;
import io.staunch.sink.RefusedRecord;
import io.staunch.sink.RefusedRecordException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The way of a record that a sink's outside does not take. Owned by the worker of the sink's task; only the counter is read by others. */
final class RefusedExit {
    private static final Logger LOG = LoggerFactory.getLogger(RefusedExit.class);

    /** Records that are each named in the log; after them one in so many is. */
    private static final int FEW = 10;

    private static final int MANY = 1000;

    private final String sink;
    private final OnRefusedRecord policy;
    private final Receiver side;
    private final LongFunction<String> describe;
    private final Cursor cursor;
    private final AtomicLong published;
    private long refused;

    /** @param side takes what the policy gives to a side output */
    RefusedExit(
            String sink,
            OnRefusedRecord policy,
            Receiver side,
            LongFunction<String> describe,
            Cursor cursor,
            AtomicLong published) {
        this.sink = sink;
        this.policy = policy;
        this.side = side;
        this.describe = describe;
        this.cursor = cursor;
        this.published = published;
    }

    void watermark(Watermark watermark) {
        side.watermark(watermark);
    }

    void take(Object value, long timestamp, String reason) {
        if (policy instanceof OnRefusedRecord.Fail) {
            throw new OperatorFailure(sink, new RefusedRecordException(reason));
        }
        refused++;
        published.lazySet(refused);
        String place = describe.apply(cursor.origin());
        if (policy instanceof OnRefusedRecord.Give) {
            side.accept(new RefusedRecord<>(value, sink, place, reason, timestamp), timestamp);
        } else if (refused <= FEW || refused % MANY == 0) {
            LOG.warn(
                    "sink '{}' passes over record {} that is refused, the one from {}: {}",
                    sink,
                    refused,
                    place,
                    reason);
        }
    }
}
