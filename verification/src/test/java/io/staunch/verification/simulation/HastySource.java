package io.staunch.verification.simulation;

import io.staunch.guarantee.Offer;
import io.staunch.source.Source;
import io.staunch.source.SourceContext;
import io.staunch.source.SourceOutput;
import io.staunch.source.SourceReader;
import io.staunch.source.Split;
import io.staunch.source.SplitEnumerator;
import java.util.List;

/** A source that tells the outside that positions have settled as soon as they are captured. */
record HastySource<T>(Source<T> source) implements Source<T> {
    @Override
    public String description() {
        return source.description();
    }

    @Override
    public Offer offer() {
        return source.offer();
    }

    @Override
    public SplitEnumerator enumerator(SourceContext context) {
        return source.enumerator(context);
    }

    @Override
    public SourceReader<T> reader(SourceContext context) {
        return new Reader<>(source.reader(context), source.enumerator(context));
    }

    private record Reader<T>(SourceReader<T> reader, SplitEnumerator outside) implements SourceReader<T> {
        @Override
        public void add(List<Split> splits) {
            reader.add(splits);
        }

        @Override
        public int poll(SourceOutput<T> out, int most) throws Exception {
            return reader.poll(out, most);
        }

        @Override
        public boolean finished() {
            return reader.finished();
        }

        @Override
        public List<Split> positions() {
            List<Split> positions = reader.positions();
            outside.settled(0, positions);
            return positions;
        }

        @Override
        public String describe(long origin) {
            return reader.describe(origin);
        }

        @Override
        public void close() {
            reader.close();
            outside.close();
        }
    }
}
