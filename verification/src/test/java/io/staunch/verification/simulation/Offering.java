package io.staunch.verification.simulation;

import io.staunch.guarantee.Offer;
import io.staunch.source.Source;
import io.staunch.source.SourceContext;
import io.staunch.source.SourceReader;
import io.staunch.source.SplitEnumerator;

/** A source that offers what it is told to. */
record Offering<T>(Source<T> source, Offer offer) implements Source<T> {
    @Override
    public String description() {
        return source.description();
    }

    @Override
    public boolean bySplit() {
        return source.bySplit();
    }

    @Override
    public SplitEnumerator enumerator(SourceContext context) {
        return source.enumerator(context);
    }

    @Override
    public SourceReader<T> reader(SourceContext context) {
        return source.reader(context);
    }
}
