package io.staunch.jdbc;

import io.staunch.environment.Environment;
import io.staunch.runtime.environment.LocalEnvironment;
import io.staunch.sink.FlushingSink;
import io.staunch.testkit.contract.SinkContract;
import java.util.List;

/** The contract of flushing sinks, on a database. */
abstract class InsertOn extends SinkContract {
    private final Place place;

    InsertOn(Place place) {
        this.place = place;
        place.run(
                "create table out_lines (id bigint generated always as identity primary key, line varchar(100) not null)");
    }

    @Override
    protected FlushingSink<String, ?> sink() {
        return JdbcSink.insert(place.database(), "out_lines", String.class).column("line", String.class, line -> line);
    }

    @Override
    protected Environment environment() {
        return new LocalEnvironment();
    }

    @Override
    protected List<String> written() {
        return place.rows("select line from out_lines order by id");
    }
}
