package io.staunch.verification.peer.jet;

import static com.hazelcast.jet.aggregate.AggregateOperations.allOf;
import static com.hazelcast.jet.aggregate.AggregateOperations.counting;
import static com.hazelcast.jet.aggregate.AggregateOperations.summingLong;

import com.hazelcast.jet.core.AbstractProcessor;
import com.hazelcast.jet.core.ProcessorMetaSupplier;
import com.hazelcast.jet.datamodel.KeyedWindowResult;
import com.hazelcast.jet.datamodel.Tuple2;
import com.hazelcast.jet.pipeline.Pipeline;
import com.hazelcast.jet.pipeline.Sinks;
import com.hazelcast.jet.pipeline.Sources;
import com.hazelcast.jet.pipeline.WindowDefinition;
import io.staunch.verification.bench.run.Contender;
import io.staunch.verification.bench.run.CountedEvents.Event;
import io.staunch.verification.bench.run.Meter;
import io.staunch.verification.bench.run.RunOptions;
import io.staunch.verification.bench.run.WindowEvents;

/** B2 with Jet, which adds and subtracts panes for these aggregates too. */
public final class WindowJet implements Contender {
    @Override
    public String configuration(RunOptions options) {
        return Members.words(options);
    }

    @Override
    public void run(RunOptions options) {
        int parallelism = options.parallelism();
        long size = options.number("sizeMs");
        long slide = options.number("slideMs");
        var pipeline = Pipeline.create();
        pipeline.readFrom(Sources.<Event>streamFromProcessor(
                        "events", ProcessorMetaSupplier.of(parallelism, () -> new GeneratorP(true))))
                .withTimestamps(Event::timestamp, WindowEvents.DISORDER_MS)
                .setLocalParallelism(parallelism)
                .groupingKey(Event::key)
                .window(size == slide ? WindowDefinition.tumbling(size) : WindowDefinition.sliding(size, slide))
                .aggregate(allOf(counting(), summingLong(Event::value)))
                .setLocalParallelism(parallelism)
                .writeTo(Sinks.fromProcessor("checksum", ProcessorMetaSupplier.of(parallelism, ChecksumP::new)))
                .setLocalParallelism(parallelism);
        Members.run(pipeline, options);
    }

    private static final class ChecksumP extends AbstractProcessor {
        private Meter.Lane lane;

        @Override
        protected void init(Context context) {
            lane = Meter.lane();
        }

        @Override
        @SuppressWarnings("unchecked") // what comes here is what the windows give
        protected boolean tryProcess(int ordinal, Object item) {
            var result = (KeyedWindowResult<Long, Tuple2<Long, Long>>) item;
            long count = result.result().f0();
            lane.add(WindowEvents.checksum(result.key(), result.end(), count, result.result().f1()), count);
            return true;
        }

        @Override
        public boolean saveToSnapshot() {
            return true;
        }
    }
}
