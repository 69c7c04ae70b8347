package io.staunch.jdbc;

import io.staunch.guarantee.Offer;
import io.staunch.process.SideOutput;
import io.staunch.source.RecordPlace;
import io.staunch.source.Source;
import io.staunch.source.SourceContext;
import io.staunch.source.SourceOutput;
import io.staunch.source.SourceReader;
import io.staunch.source.Split;
import io.staunch.source.SplitEnumerator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A source of records as one of their texts, since that is what the contract reads. */
record LinesSource(JdbcSource<LinesSource.Line> source) implements Source<String> {
    record Line(String line) {}

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
    public Optional<RecordPlace> placeOf(Split split) {
        return source.placeOf(split);
    }

    @Override
    public SplitEnumerator enumerator(SourceContext context) {
        return source.enumerator(context);
    }

    @Override
    public SourceReader<String> reader(SourceContext context) {
        return new Lines(source.reader(context));
    }

    private record Lines(SourceReader<Line> rows) implements SourceReader<String> {
        @Override
        public void add(List<Split> splits) {
            rows.add(splits);
        }

        @Override
        public int poll(SourceOutput<String> out, int most) throws Exception {
            return rows.poll(
                    new SourceOutput<>() {
                        @Override
                        public void split(String id) {
                            out.split(id);
                        }

                        @Override
                        public void emit(Line value, long timestamp, long origin) {
                            out.emit(value.line(), timestamp, origin);
                        }

                        @Override
                        public <S> void emit(SideOutput<S> output, S value, long timestamp, long origin) {
                            out.emit(output, value, timestamp, origin);
                        }

                        @Override
                        public void skip() {
                            out.skip();
                        }

                        @Override
                        public boolean ready() {
                            return out.ready();
                        }
                    },
                    most);
        }

        @Override
        public boolean finished() {
            return rows.finished();
        }

        @Override
        public void pause(Set<String> splits) {
            rows.pause(splits);
        }

        @Override
        public List<Split> positions() {
            return rows.positions();
        }

        @Override
        public String describe(long origin) {
            return rows.describe(origin);
        }

        @Override
        public Optional<RecordPlace> place(long origin) {
            return rows.place(origin);
        }

        @Override
        public void close() {
            rows.close();
        }
    }
}
