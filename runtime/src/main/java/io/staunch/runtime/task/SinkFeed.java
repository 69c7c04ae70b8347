package io.staunch.runtime.task;

import io.staunch.runtime.data.Cursor;
import io.staunch.runtime.data.Lane;
import io.staunch.sink.SinkEncoder;

/** The end of a chain at a sink: encodes on the worker and hands over to the sink's own thread. */
final class SinkFeed implements Receiver {
    private final String sink;
    private final SinkEncoder<Object, Object> encoder;
    private final Lane lane;
    private final Cursor cursor;
    private final Tally records;

    SinkFeed(String sink, SinkEncoder<Object, Object> encoder, Lane lane, Cursor cursor, Tally records) {
        this.sink = sink;
        this.encoder = encoder;
        this.lane = lane;
        this.cursor = cursor;
        this.records = records;
    }

    @Override
    public void accept(Object value, long timestamp) {
        Object record;
        try {
            record = encoder.encode(value, timestamp);
        } catch (Throwable e) {
            throw new OperatorFailure(sink, e);
        }
        if (record != null) {
            lane.append(record, timestamp, cursor.origin());
        }
        records.add();
    }
}
