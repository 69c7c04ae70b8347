package io.staunch.verification.simulation;

import io.staunch.guarantee.Offer;
import io.staunch.source.Source;
import io.staunch.source.SourceContext;
import io.staunch.source.SourceOutput;
import io.staunch.source.SourceReader;
import io.staunch.source.Split;
import io.staunch.source.SplitEnumerator;
import java.util.List;
import java.util.Set;

/**
 * A source that stores positions some records off.
 *
 * @param off by how many; negative for too early
 */
record BrokenSource<T>(Source<T> source, int off) implements Source<T> {
    private static final String OFFSET = "offset=";

    @Override
    public String description() {
        return source.description();
    }

    @Override
    public Offer offer() {
        return source.offer();
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
        return new Reader<>(source.reader(context), off);
    }

    private record Reader<T>(SourceReader<T> reader, int off) implements SourceReader<T> {
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
        public void pause(Set<String> splits) {
            reader.pause(splits);
        }

        @Override
        public List<Split> positions() {
            return reader.positions().stream().map(this::moved).toList();
        }

        private Split moved(Split split) {
            long offset = Long.parseLong(split.position().substring(OFFSET.length()));
            return offset == 0 ? split : new Split(split.id(), OFFSET + (offset + off));
        }

        @Override
        public String describe(long origin) {
            return reader.describe(origin);
        }

        @Override
        public void close() {
            reader.close();
        }
    }
}
