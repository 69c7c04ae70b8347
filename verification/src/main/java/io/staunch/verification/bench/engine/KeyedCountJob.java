package io.staunch.verification.bench.engine;

import static io.staunch.guarantee.Guarantee.EXACTLY_ONCE;

import io.staunch.Pipeline;
import io.staunch.verification.bench.run.Contender;
import io.staunch.verification.bench.run.CountedEvents.Event;
import io.staunch.verification.bench.run.CountedEvents.Result;
import io.staunch.verification.bench.run.CountedEvents.Total;
import io.staunch.verification.bench.run.RunOptions;

/** B1 with Staunch. */
public final class KeyedCountJob implements Contender {
    @Override
    public String configuration(RunOptions options) {
        return Jobs.words(options);
    }

    @Override
    public void run(RunOptions options) throws Exception {
        Pipeline pipeline = Pipeline.named("b1").guarantee(EXACTLY_ONCE);
        pipeline.from("events", new EventGenerator(options.parallelism(), false))
                .keyByLong(Event::key)
                .fold("totals", Total.NONE, Total::plus)
                .map((key, total) -> new Result(key, total.count(), total.sum()))
                .to("checksum", new MeteredSink());
        Jobs.run(pipeline, Jobs.settings(options));
    }
}
