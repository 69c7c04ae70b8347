package io.staunch.testkit.simulation.own;

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

/** A user's source as it is, whose calls to its outside are places for faults: {@code <name>.firstSplits} and so on. */
public record WatchedSource<T>(String name, Source<T> source) implements Source<T> {
    @Override
    public String description() {
        return source.description();
    }

    @Override
    public Offer offer() {
        return source.offer();
    }

    @Override
    public List<String> problems() {
        return source.problems();
    }

    @Override
    public List<SideOutput<?>> sideOutputs() {
        return source.sideOutputs();
    }

    @Override
    public boolean bySplit() {
        return source.bySplit();
    }

    @Override
    public Optional<RecordPlace> placeOf(Split split) {
        return source.placeOf(split);
    }

    @Override
    public SplitEnumerator enumerator(SourceContext context) {
        return new WatchedEnumerator(source.enumerator(context), Calls.of(context.environment(), name));
    }

    @Override
    public SourceReader<T> reader(SourceContext context) {
        return new WatchedReader<>(source.reader(context), Calls.of(context.environment(), name));
    }
}
