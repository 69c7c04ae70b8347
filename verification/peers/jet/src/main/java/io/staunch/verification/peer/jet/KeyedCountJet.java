package io.staunch.verification.peer.jet;

import com.hazelcast.jet.core.AbstractProcessor;
import com.hazelcast.jet.core.ProcessorMetaSupplier;
import com.hazelcast.jet.pipeline.Pipeline;
import com.hazelcast.jet.pipeline.Sinks;
import com.hazelcast.jet.pipeline.Sources;
import io.staunch.verification.bench.run.Contender;
import io.staunch.verification.bench.run.ContenderMain;
import io.staunch.verification.bench.run.CountedEvents.Event;
import io.staunch.verification.bench.run.CountedEvents.Result;
import io.staunch.verification.bench.run.Meter;
import io.staunch.verification.bench.run.RunOptions;
import java.util.concurrent.atomic.AtomicBoolean;

/** B1 with Jet. */
public final class KeyedCountJet implements Contender {
    private static final AtomicBoolean TOLD = new AtomicBoolean();

    @Override
    public String configuration(RunOptions options) {
        return Members.words(options);
    }

    @Override
    public void run(RunOptions options) {
        run(options, false);
    }

    static void run(RunOptions options, boolean tellFirst) {
        int parallelism = options.parallelism();
        var pipeline = Pipeline.create().setPreserveOrder(true);
        pipeline.readFrom(Sources.<Event>streamFromProcessor(
                        "events", ProcessorMetaSupplier.of(parallelism, () -> new GeneratorP(false))))
                .withoutTimestamps()
                .setLocalParallelism(parallelism)
                .groupingKey(Event::key)
                .mapStateful(Members.Total::new, (total, key, event) -> {
                    total.count++;
                    total.sum += event.value();
                    return new Result(key, total.count, total.sum);
                })
                .setLocalParallelism(parallelism)
                .writeTo(Sinks.fromProcessor(
                        "checksum", ProcessorMetaSupplier.of(parallelism, () -> new ChecksumP(tellFirst))))
                .setLocalParallelism(parallelism);
        Members.run(pipeline, options);
    }

    private static final class ChecksumP extends AbstractProcessor {
        private final boolean tellFirst;
        private Meter.Lane lane;

        ChecksumP(boolean tellFirst) {
            this.tellFirst = tellFirst;
        }

        @Override
        protected void init(Context context) {
            lane = Meter.lane();
        }

        @Override
        protected boolean tryProcess(int ordinal, Object item) {
            lane.add(((Result) item).checksum());
            if (tellFirst && !TOLD.getAndSet(true)) {
                ContenderMain.firstOutput();
            }
            return true;
        }

        @Override
        public boolean saveToSnapshot() {
            return true;
        }
    }
}
