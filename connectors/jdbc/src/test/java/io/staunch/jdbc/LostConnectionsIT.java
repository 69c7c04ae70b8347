package io.staunch.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.jdbc.testkit.PostgresServer;
import org.junit.jupiter.api.Test;

class LostConnectionsIT extends LostConnectionsOn {
    LostConnectionsIT() {
        super(PostgresServer.start());
    }

    /** A process that stands still in the middle of a transaction, or whose machine is gone, keeps its rows no longer than the server's limit. */
    @Test
    void eachSessionHasLimitsAndWritesThrough() throws Exception {
        server.run("alter role " + server.user() + " set synchronous_commit = off");
        try {
            assertThat(settings(
                            "show lock_timeout", "show idle_in_transaction_session_timeout", "show synchronous_commit"))
                    .containsExactly("10s", "1min", "on");
        } finally {
            server.run("alter role " + server.user() + " reset synchronous_commit");
        }
    }
}
