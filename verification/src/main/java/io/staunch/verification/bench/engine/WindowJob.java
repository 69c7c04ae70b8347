package io.staunch.verification.bench.engine;

import static io.staunch.guarantee.Guarantee.EXACTLY_ONCE;

import io.staunch.Pipeline;
import io.staunch.aggregate.InvertibleAggregate;
import io.staunch.verification.bench.run.Contender;
import io.staunch.verification.bench.run.CountedEvents.Event;
import io.staunch.verification.bench.run.CountedEvents.Total;
import io.staunch.verification.bench.run.RunOptions;
import io.staunch.verification.bench.run.WindowEvents;
import io.staunch.verification.bench.run.WindowEvents.Result;
import io.staunch.window.SlidingWindows;
import io.staunch.window.TumblingWindows;
import io.staunch.window.Windows;
import java.time.Duration;

/** B2 with Staunch. */
public final class WindowJob implements Contender {
    @Override
    public String configuration(RunOptions options) {
        return Jobs.words(options);
    }

    @Override
    public void run(RunOptions options) throws Exception {
        Pipeline pipeline = Pipeline.named("b2").guarantee(EXACTLY_ONCE);
        pipeline.from("events", new EventGenerator(options.parallelism(), true))
                .eventTimeMillis(Event::timestamp, Duration.ofMillis(WindowEvents.DISORDER_MS))
                .keyByLong(Event::key)
                .window(windows(options))
                .aggregate("totals", new Totals())
                .map((window, key, total) -> new Result(key, window.endMillis(), total))
                .to("checksum", new MeteredWindows());
        Jobs.run(pipeline, Jobs.settings(options));
    }

    private static Windows windows(RunOptions options) {
        Duration size = Duration.ofMillis(options.number("sizeMs"));
        Duration slide = Duration.ofMillis(options.number("slideMs"));
        return size.equals(slide)
                ? TumblingWindows.of(size)
                : SlidingWindows.of(size).every(slide);
    }

    /** Count and sum. */
    record Totals() implements InvertibleAggregate<Event, Total, Total> {
        private static final long serialVersionUID = 1L;

        @Override
        public Total create() {
            return Total.NONE;
        }

        @Override
        public Total add(Total total, Event event) {
            return total.plus(event);
        }

        @Override
        public Total merge(Total left, Total right) {
            return new Total(left.count() + right.count(), left.sum() + right.sum());
        }

        @Override
        public Total subtract(Total whole, Total part) {
            return new Total(whole.count() - part.count(), whole.sum() - part.sum());
        }

        @Override
        public Total result(Total total) {
            return total;
        }

        @Override
        public Class<Total> accumulatorType() {
            return Total.class;
        }
    }
}
