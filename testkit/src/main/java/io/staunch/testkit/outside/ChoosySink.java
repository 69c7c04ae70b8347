package io.staunch.testkit.outside;

import io.staunch.function.FilterFunction;
import io.staunch.guarantee.Offer;
import io.staunch.sink.LeadConnection;
import io.staunch.sink.LeadContext;
import io.staunch.sink.OnRefusedRecord;
import io.staunch.sink.RefusedRecordException;
import io.staunch.sink.RereadSink;
import io.staunch.sink.SinkContext;
import io.staunch.sink.SinkEncoder;

/**
 * Another sink that does not take every record.
 *
 * @param sink the other one
 * @param refuses which records are refused
 * @param onRefusedRecord what becomes of them
 */
public record ChoosySink<T, R>(RereadSink<T, R> sink, FilterFunction<T> refuses, OnRefusedRecord onRefusedRecord)
        implements RereadSink<T, R> {
    @Override
    public String description() {
        return sink.description();
    }

    @Override
    public Offer offer() {
        return sink.offer();
    }

    @Override
    public String resourceKey() {
        return sink.resourceKey();
    }

    @Override
    public SinkEncoder<T, R> encoder(SinkContext context) {
        SinkEncoder<T, R> encoder = sink.encoder(context);
        return (value, timestamp) -> {
            if (refuses.test(value)) {
                throw new RefusedRecordException("it is one of those that this sink is told to refuse");
            }
            return encoder.encode(value, timestamp);
        };
    }

    @Override
    public LeadConnection<R> connect(LeadContext context) {
        return sink.connect(context);
    }
}
