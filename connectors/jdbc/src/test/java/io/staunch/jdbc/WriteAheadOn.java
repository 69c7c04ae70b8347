package io.staunch.jdbc;

import io.staunch.environment.Environment;
import io.staunch.runtime.environment.LocalEnvironment;
import io.staunch.sink.WriteAheadSink;
import io.staunch.testkit.contract.WriteAheadContract;
import java.util.List;

/** The contract of write-ahead sinks, on a database. */
abstract class WriteAheadOn extends WriteAheadContract {
    private final Place place;

    WriteAheadOn(Place place) {
        this.place = place;
        place.run(
                "create table out_lines (id bigint generated always as identity primary key, line varchar(100) not null)");
    }

    @Override
    protected WriteAheadSink<String> sink() {
        return JdbcSink.writeAhead(place.database(), "out_lines", String.class)
                .column("line", String.class, line -> line)
                .createLedger();
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
