package io.staunch.verification.bench.engine;

import io.staunch.Pipeline;
import io.staunch.verification.bench.run.Contender;
import io.staunch.verification.bench.run.ContenderMain;
import io.staunch.verification.bench.run.CountedEvents.Event;
import io.staunch.verification.bench.run.CountedEvents.Result;
import io.staunch.verification.bench.run.CountedEvents.Total;
import io.staunch.verification.bench.run.RunOptions;
import java.util.concurrent.atomic.AtomicBoolean;

/** B5, core alone: B1, until the first result. */
public final class FirstOutputJob implements Contender {
    private static final AtomicBoolean SEEN = new AtomicBoolean();

    @Override
    public String configuration(RunOptions options) {
        return "the pipeline of keyed-count; " + Jobs.words(options);
    }

    @Override
    public void run(RunOptions options) throws Exception {
        Pipeline pipeline = Pipeline.named("b5");
        pipeline.from("events", new EventGenerator(options.parallelism(), false))
                .keyByLong(Event::key)
                .fold("totals", Total.NONE, Total::plus)
                .map((key, total) -> new Result(key, total.count(), total.sum()))
                .filter(result -> first())
                .to("checksum", new MeteredSink());
        Jobs.run(pipeline, Jobs.settings(options));
    }

    private static boolean first() {
        if (!SEEN.get() && SEEN.compareAndSet(false, true)) {
            ContenderMain.firstOutput();
        }
        return true;
    }
}
