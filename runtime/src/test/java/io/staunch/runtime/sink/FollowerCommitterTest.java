package io.staunch.runtime.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.runtime.environment.LocalEnvironment;
import io.staunch.runtime.task.NoReports;
import io.staunch.testkit.environment.ForwardingEnvironment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The committer, stepped by hand. */
class FollowerCommitterTest {
    private static final long LONG_ENOUGH = 10_000_000_000L;

    private final List<String> done = new ArrayList<>();
    private final Clock clock = new Clock();
    private int away;

    private static final class Clock extends ForwardingEnvironment {
        private long nanos;

        Clock() {
            super(new LocalEnvironment());
        }

        @Override
        public long nanoTime() {
            return nanos;
        }
    }

    private record Connection(String name) implements AutoCloseable {
        @Override
        public void close() {}
    }

    private Connection connect() {
        if (away > 0) {
            away--;
            done.add("away");
            throw new StaunchException("nobody answers", Remedy.RETRY);
        }
        return new Connection("second");
    }

    /** The first connection is lost. */
    private final class Work implements CommitWork<Connection> {
        @Override
        public long checkpoint() {
            return 7;
        }

        @Override
        public boolean call(Connection connection) {
            done.add(connection.name());
            if (connection.name().equals("first")) {
                throw new StaunchException("lost", Remedy.RETRY);
            }
            return true;
        }
    }

    @Test
    void anOutsideThatTakesNoConnectionForAWhileIsTriedAgainUntilItDoes() {
        away = 30;
        var committer =
                new FollowerCommitter<>("out", "table", new Connection("first"), this::connect, new NoReports(), clock);
        committer.commit(new Work());
        List<String> expected = new ArrayList<>(List.of("first"));
        for (int i = 0; i < 30; i++) {
            expected.add("away");
        }
        for (int i = 0; i < 10; i++) {
            committer.step();
            clock.nanos += LONG_ENOUGH;
        }
        assertThat(committer.trouble()).isEqualTo("nobody answers");
        for (int i = 0; i < 100; i++) {
            committer.step();
            clock.nanos += LONG_ENOUGH;
        }
        expected.add("second");
        assertThat(done).isEqualTo(expected);
        assertThat(committer.trouble()).isNull();
    }
}
