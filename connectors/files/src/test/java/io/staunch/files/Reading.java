package io.staunch.files;

import io.staunch.process.SideOutput;
import io.staunch.source.BadRecord;
import io.staunch.source.SourceContext;
import io.staunch.source.SourceOutput;
import io.staunch.source.SourceReader;
import io.staunch.source.Split;
import java.util.ArrayList;
import java.util.List;

/** A source with one reader, in a world that is stepped by the test, and what it has given. */
final class Reading<T> implements SourceOutput<T> {
    final List<T> values = new ArrayList<>();
    final List<String> places = new ArrayList<>();
    final List<Long> origins = new ArrayList<>();
    final List<BadRecord> bad = new ArrayList<>();
    final List<Throwable> failures = new ArrayList<>();
    int skipped;
    private final World world;
    private final SourceReader<T> reader;

    /** From the beginning. */
    static <T> Reading<T> of(World world, FileSource<T> source) {
        return from(world, source, source.enumerator(context(world, -1)).firstSplits());
    }

    static <T> Reading<T> from(World world, FileSource<T> source, List<Split> positions) {
        source.enumerator(context(world, -1)).verify(positions);
        return new Reading<>(world, source, positions);
    }

    private static SourceContext context(World world, int task) {
        return new SourceContext("job", "in", task, world, () -> {}, error -> {});
    }

    private Reading(World world, FileSource<T> source, List<Split> positions) {
        this.world = world;
        reader = source.reader(new SourceContext("job", "in", 0, world, () -> {}, failures::add));
        reader.add(positions);
    }

    /** Reads all that there is. */
    Reading<T> all() throws Exception {
        do {
            world.settle();
        } while (reader.poll(this, 1000) > 0);
        return this;
    }

    /** Reads so many records at most. */
    Reading<T> some(int most) throws Exception {
        world.settle();
        reader.poll(this, most);
        return this;
    }

    /** Takes what was fetched. */
    void poll() throws Exception {
        reader.poll(this, 1000);
    }

    List<Split> positions() {
        return reader.positions();
    }

    boolean finished() {
        return reader.finished();
    }

    void close() {
        reader.close();
        world.settle();
    }

    @Override
    public void emit(T value, long timestamp, long origin) {
        values.add(value);
        places.add(reader.describe(origin));
        origins.add(origin);
    }

    @Override
    public <S> void emit(SideOutput<S> output, S value, long timestamp, long origin) {
        bad.add((BadRecord) value);
    }

    @Override
    public void skip() {
        skipped++;
    }

    @Override
    public boolean ready() {
        return true;
    }
}
