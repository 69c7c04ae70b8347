package io.staunch.testkit.outside;

import io.staunch.guarantee.Offer;
import io.staunch.process.SideOutput;
import io.staunch.source.RecordPlace;
import io.staunch.source.Source;
import io.staunch.source.SourceContext;
import io.staunch.source.SourceReader;
import io.staunch.source.Split;
import io.staunch.source.SplitEnumerator;
import java.util.List;
import java.util.Optional;

/**
 * Reads a simulated topic in the place of another source. To the side outputs of that one nothing is ever sent: what is fed can be read.
 *
 * @param instead the source of the pipeline
 */
record StandInSource(String topic, Source<?> instead) implements Source<Object> {
    private LogSource<Object> log() {
        return new LogSource<>(topic, Object.class);
    }

    @Override
    public String description() {
        return log().description();
    }

    @Override
    public Offer offer() {
        return instead.offer();
    }

    @Override
    public List<SideOutput<?>> sideOutputs() {
        return instead.sideOutputs();
    }

    @Override
    public boolean bySplit() {
        return log().bySplit();
    }

    @Override
    public Optional<RecordPlace> placeOf(Split split) {
        return log().placeOf(split);
    }

    @Override
    public SplitEnumerator enumerator(SourceContext context) {
        return log().enumerator(context);
    }

    @Override
    public SourceReader<Object> reader(SourceContext context) {
        return log().reader(context);
    }
}
