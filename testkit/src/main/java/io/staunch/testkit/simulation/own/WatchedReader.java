package io.staunch.testkit.simulation.own;

import io.staunch.source.RecordPlace;
import io.staunch.source.SourceOutput;
import io.staunch.source.SourceReader;
import io.staunch.source.Split;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** A user's reader: a dead process does not poll. Its steps have their faults from the world: a poll hands records over and changes nothing outside. */
record WatchedReader<T>(SourceReader<T> reader, Calls calls) implements SourceReader<T> {
    @Override
    public void add(List<Split> splits) {
        reader.add(splits);
    }

    @Override
    public int poll(SourceOutput<T> out, int most) throws Exception {
        calls.requireAlive();
        return reader.poll(out, most);
    }

    @Override
    public boolean finished() {
        return reader.finished();
    }

    @Override
    public boolean finished(String split) {
        return reader.finished(split);
    }

    @Override
    public void pause(Set<String> splits) {
        reader.pause(splits);
    }

    @Override
    public List<Split> positions() {
        return reader.positions();
    }

    @Override
    public OptionalLong lag() {
        return reader.lag();
    }

    @Override
    public String describe(long origin) {
        return reader.describe(origin);
    }

    @Override
    public Optional<RecordPlace> place(long origin) {
        return reader.place(origin);
    }

    @Override
    public void close() {
        reader.close();
    }
}
