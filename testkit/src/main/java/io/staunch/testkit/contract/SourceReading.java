package io.staunch.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.staunch.environment.Environment;
import io.staunch.process.SideOutput;
import io.staunch.source.RecordPlace;
import io.staunch.source.Source;
import io.staunch.source.SourceContext;
import io.staunch.source.SourceOutput;
import io.staunch.source.SourceReader;
import io.staunch.source.Split;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One reader and what it has given. */
final class SourceReading implements SourceOutput<String>, AutoCloseable {
    private static final long ORIGINS = 1L << 52;

    private final SourceReader<String> reader;
    private final Patience patience;
    private final List<Throwable> failures = new ArrayList<>();
    private final List<String> values = new ArrayList<>();
    private final List<Long> origins = new ArrayList<>();
    private final Map<String, String> splits = new HashMap<>();
    private @Nullable String split;
    private int room = Integer.MAX_VALUE;

    SourceReading(Source<String> source, String job, Environment environment, Patience patience) {
        this.patience = patience;
        reader = source.reader(new SourceContext(job, "in", 0, environment, () -> {}, this::failed));
    }

    private void failed(Throwable error) {
        synchronized (failures) {
            failures.add(error);
        }
    }

    /** What the reader has said of errors on threads of its own. */
    List<Throwable> failures() {
        synchronized (failures) {
            return List.copyOf(failures);
        }
    }

    void add(List<Split> splits) {
        reader.add(splits);
    }

    List<Split> positions() {
        return reader.positions();
    }

    /** Polls until so many records have come in all. */
    void until(int count) throws Exception {
        while (values.size() < count) {
            more(5);
        }
        assertEquals(count, values.size(), values::toString);
        assertFalse(reader.finished(), "there may be more");
    }

    /** Polls until something comes. */
    void more(int most) throws Exception {
        patience.until(() -> "nothing comes after " + values, () -> {
            assertEquals(List.of(), failures());
            return poll(most) > 0;
        });
    }

    OptionalLong lag() {
        return reader.lag();
    }

    int poll(int most) throws Exception {
        int before = values.size();
        split = null;
        int said = reader.poll(this, most);
        assertEquals(said, values.size() - before, "a poll says how many it gave");
        assertTrue(said <= most, () -> "asked for " + most + ", got " + said);
        return said;
    }

    @Override
    public void split(String id) {
        split = id;
    }

    /** Exactly these splits are to be left alone. */
    void pause(Set<String> paused) {
        reader.pause(paused);
    }

    /** The id of the split that the reader has said each value to be of; none for those of which it has said nothing. */
    Map<String, String> splits() {
        return splits;
    }

    @Override
    public void emit(String value, long timestamp, long origin) {
        assertTrue(origin >= 0 && origin < ORIGINS, () -> "origin " + origin);
        values.add(value);
        if (split != null) {
            splits.put(value, split);
        }
        room -= room == Integer.MAX_VALUE ? 0 : 1;
        origins.add(origin);
    }

    @Override
    public <S> void emit(SideOutput<S> output, S value, long timestamp, long origin) {
        throw new AssertionError("a record went to side output '" + output.name() + "'");
    }

    @Override
    public void skip() {
        throw new AssertionError("a record was passed over");
    }

    @Override
    public boolean ready() {
        return room > 0;
    }

    /** After so many more records, none are welcome. */
    void fullAfter(int records) {
        room = records;
    }

    /** In order of their coming. */
    List<String> values() {
        return values;
    }

    /** In order of their coming, those of one split. */
    List<String> of(int split) {
        return values.stream().filter(value -> value.startsWith(split + ":")).toList();
    }

    /** Where each record is, in words. */
    List<String> places() {
        return origins.stream().map(reader::describe).toList();
    }

    /** Where each record is, for the engine; those whose source can't say it are left out. */
    List<RecordPlace> recordPlaces() {
        return origins.stream().flatMap(origin -> reader.place(origin).stream()).toList();
    }

    @Override
    public void close() {
        reader.close();
    }
}
