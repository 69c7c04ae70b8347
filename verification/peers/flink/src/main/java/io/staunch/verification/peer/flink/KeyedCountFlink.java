package io.staunch.verification.peer.flink;

import io.staunch.verification.bench.run.Contender;
import io.staunch.verification.bench.run.ContenderMain;
import io.staunch.verification.bench.run.CountedEvents;
import io.staunch.verification.bench.run.Meter;
import io.staunch.verification.bench.run.RunOptions;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/** B1 with Flink. */
public final class KeyedCountFlink implements Contender {
    @Override
    public String configuration(RunOptions options) {
        return Clusters.words(options);
    }

    @Override
    public void run(RunOptions options) throws Exception {
        run(options, false);
    }

    static void run(RunOptions options, boolean tellFirst) throws Exception {
        var environment = Clusters.environment(options);
        environment
                .fromSource(
                        new Numbered(options.parallelism(), false),
                        WatermarkStrategy.noWatermarks(),
                        "events",
                        Types.POJO(Numbered.Event.class))
                .keyBy(event -> event.key, Types.LONG)
                .process(new Counting(), Types.POJO(Result.class))
                .sinkTo(new Metered(tellFirst));
        Clusters.run(environment, options);
    }

    /** The state of a key. */
    public static final class Total {
        public long count;
        public long sum;
    }

    /** What goes out. */
    public static final class Result {
        public long key;
        public long count;
        public long sum;
    }

    private static final class Counting extends KeyedProcessFunction<Long, Numbered.Event, Result> {
        private transient ValueState<Total> totals;
        private transient Result result;

        @Override
        public void open(OpenContext context) {
            totals = getRuntimeContext().getState(new ValueStateDescriptor<>("totals", Types.POJO(Total.class)));
            result = new Result();
        }

        @Override
        public void processElement(Numbered.Event event, Context context, Collector<Result> out) throws Exception {
            Total total = totals.value();
            if (total == null) {
                total = new Total();
            }
            total.count++;
            total.sum += event.value;
            totals.update(total);
            result.key = event.key;
            result.count = total.count;
            result.sum = total.sum;
            out.collect(result);
        }
    }

    private record Metered(boolean tellFirst) implements Sink<Result> {
        private static final AtomicBoolean TOLD = new AtomicBoolean();

        @Override
        public SinkWriter<Result> createWriter(WriterInitContext context) {
            Meter.Lane lane = Meter.lane();
            return new SinkWriter<>() {
                @Override
                public void write(Result result, Context write) {
                    lane.add(CountedEvents.checksum(result.key, result.count, result.sum));
                    if (tellFirst && !TOLD.getAndSet(true)) {
                        ContenderMain.firstOutput();
                    }
                }

                @Override
                public void flush(boolean endOfInput) {}

                @Override
                public void close() {}
            };
        }
    }
}
