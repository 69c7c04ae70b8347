package io.staunch.verification.peer.flink;

import io.staunch.verification.bench.run.Contender;
import io.staunch.verification.bench.run.Meter;
import io.staunch.verification.bench.run.RunOptions;
import io.staunch.verification.bench.run.WindowEvents;
import java.time.Duration;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.streaming.api.functions.windowing.ProcessWindowFunction;
import org.apache.flink.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.WindowAssigner;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.util.Collector;

/** B2 with Flink. */
public final class WindowFlink implements Contender {
    @Override
    public String configuration(RunOptions options) {
        return Clusters.words(options);
    }

    @Override
    public void run(RunOptions options) throws Exception {
        var environment = Clusters.environment(options);
        environment
                .fromSource(
                        new Numbered(options.parallelism(), true),
                        WatermarkStrategy.<Numbered.Event>forBoundedOutOfOrderness(
                                        Duration.ofMillis(WindowEvents.DISORDER_MS))
                                .withTimestampAssigner((event, before) -> event.timestamp),
                        "events",
                        Types.POJO(Numbered.Event.class))
                .keyBy(event -> event.key, Types.LONG)
                .window(windows(options))
                .aggregate(
                        new Totals(),
                        new Results(),
                        Types.POJO(KeyedCountFlink.Total.class),
                        Types.POJO(KeyedCountFlink.Total.class),
                        Types.POJO(Result.class))
                .sinkTo(new Metered());
        Clusters.run(environment, options);
    }

    private static WindowAssigner<Object, TimeWindow> windows(RunOptions options) {
        Duration size = Duration.ofMillis(options.number("sizeMs"));
        Duration slide = Duration.ofMillis(options.number("slideMs"));
        return size.equals(slide) ? TumblingEventTimeWindows.of(size) : SlidingEventTimeWindows.of(size, slide);
    }

    /** What goes out. */
    public static final class Result {
        public long key;
        public long end;
        public long count;
        public long sum;
    }

    private static final class Totals
            implements AggregateFunction<Numbered.Event, KeyedCountFlink.Total, KeyedCountFlink.Total> {
        @Override
        public KeyedCountFlink.Total createAccumulator() {
            return new KeyedCountFlink.Total();
        }

        @Override
        public KeyedCountFlink.Total add(Numbered.Event event, KeyedCountFlink.Total total) {
            total.count++;
            total.sum += event.value;
            return total;
        }

        @Override
        public KeyedCountFlink.Total getResult(KeyedCountFlink.Total total) {
            return total;
        }

        @Override
        public KeyedCountFlink.Total merge(KeyedCountFlink.Total left, KeyedCountFlink.Total right) {
            left.count += right.count;
            left.sum += right.sum;
            return left;
        }
    }

    private static final class Results
            extends ProcessWindowFunction<KeyedCountFlink.Total, Result, Long, TimeWindow> {
        private transient Result result;

        @Override
        public void open(OpenContext context) {
            result = new Result();
        }

        @Override
        public void process(
                Long key, Context context, Iterable<KeyedCountFlink.Total> totals, Collector<Result> out) {
            KeyedCountFlink.Total total = totals.iterator().next();
            result.key = key;
            result.end = context.window().getEnd();
            result.count = total.count;
            result.sum = total.sum;
            out.collect(result);
        }
    }

    private record Metered() implements Sink<Result> {
        @Override
        public SinkWriter<Result> createWriter(WriterInitContext context) {
            Meter.Lane lane = Meter.lane();
            return new SinkWriter<>() {
                @Override
                public void write(Result result, Context write) {
                    lane.add(
                            WindowEvents.checksum(result.key, result.end, result.count, result.sum), result.count);
                }

                @Override
                public void flush(boolean endOfInput) {}

                @Override
                public void close() {}
            };
        }
    }
}
