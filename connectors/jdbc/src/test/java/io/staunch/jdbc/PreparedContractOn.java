package io.staunch.jdbc;

import io.staunch.environment.Environment;
import io.staunch.runtime.environment.LocalEnvironment;
import io.staunch.sink.TwoPhaseCommitSink;
import io.staunch.testkit.contract.TwoPhaseCommitContract;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;

/** The contract of sinks that prepare, on a database. */
abstract class PreparedContractOn extends TwoPhaseCommitContract {
    final Place place;

    PreparedContractOn(Place place) {
        this.place = place;
        place.run(
                "create table out_lines (id bigint generated always as identity primary key, line varchar(200) not null)");
    }

    /** The names that the server has for what is prepared. */
    abstract List<String> prepared();

    /** Rolls one of them back by hand. */
    abstract void rollBack(String prepared) throws Exception;

    /** They are those of the server, whatever the schema, and outlive a test. */
    @BeforeEach
    void nothingPrepared() throws Exception {
        for (String each : prepared()) {
            rollBack(each);
        }
    }

    @Override
    protected TwoPhaseCommitSink<String> sink() {
        return JdbcSink.prepared(place.database(), "out_lines", String.class)
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
