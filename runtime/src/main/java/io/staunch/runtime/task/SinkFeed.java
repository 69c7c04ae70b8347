package io.staunch.runtime.task;

import io.staunch.protocol.time.Watermark;
import io.staunch.runtime.data.Cursor;
import io.staunch.runtime.data.Lane;
import io.staunch.sink.RefusedRecordException;
import io.staunch.sink.SinkEncoder;
import org.jspecify.annotations.Nullable;

/** The end of a chain at a sink: encodes on the worker and hands over to the sink's own thread. */
final class SinkFeed implements Receiver {
    private final String sink;
    private final SinkEncoder<Object, Object> encoder;
    private final Lane lane;
    private final Cursor cursor;
    private final Tally records;
    private final RefusedExit refused;
    private final @Nullable RefusedMemory remembered;

    /** @param remembered null if this execution has begun with nothing to remember */
    SinkFeed(
            String sink,
            SinkEncoder<Object, Object> encoder,
            Lane lane,
            Cursor cursor,
            Tally records,
            RefusedExit refused,
            @Nullable RefusedMemory remembered) {
        this.sink = sink;
        this.encoder = encoder;
        this.lane = lane;
        this.cursor = cursor;
        this.records = records;
        this.refused = refused;
        this.remembered = remembered;
    }

    @Override
    public void accept(Object value, long timestamp) {
        if (remembered != null && !remembered.isEmpty()) {
            String reason = remembered.reason(cursor.origin());
            if (reason != null) {
                refused.take(value, timestamp, reason);
                return;
            }
        }
        Object record;
        try {
            record = encoder.encode(value, timestamp);
        } catch (RefusedRecordException e) {
            refused.take(value, timestamp, e.reason());
            return;
        } catch (Throwable e) {
            throw new OperatorFailure(sink, e);
        }
        if (record != null) {
            lane.append(record, timestamp, cursor.origin());
        }
        records.add();
    }

    /** A sink does not go by event time; those who take what it refuses may. */
    @Override
    public void watermark(Watermark watermark) {
        refused.watermark(watermark);
    }
}
