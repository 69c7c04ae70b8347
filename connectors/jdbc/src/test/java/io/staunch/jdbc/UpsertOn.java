package io.staunch.jdbc;

import io.staunch.environment.Environment;
import io.staunch.runtime.environment.LocalEnvironment;
import io.staunch.sink.IdempotentSink;
import io.staunch.testkit.contract.IdempotentSinkContract;
import java.util.Map;
import java.util.stream.Collectors;

/** The contract of idempotent sinks, on a database. */
abstract class UpsertOn extends IdempotentSinkContract {
    private final Place place;

    UpsertOn(Place place) {
        this.place = place;
        place.run("create table newest (name varchar(20) primary key, line varchar(100))");
    }

    @Override
    protected IdempotentSink<String, ?> sink() {
        return JdbcSink.upsert(place.database(), "newest", String.class)
                .column("name", String.class, UpsertOn::key)
                .column("line", String.class, line -> line)
                .key("name")
                .createLedger();
    }

    private static String key(String line) {
        return line.substring(0, line.indexOf(':'));
    }

    @Override
    protected Environment environment() {
        return new LocalEnvironment();
    }

    @Override
    protected Map<String, String> rows() {
        return place.rows("select line from newest").stream().collect(Collectors.toMap(UpsertOn::key, line -> line));
    }
}
