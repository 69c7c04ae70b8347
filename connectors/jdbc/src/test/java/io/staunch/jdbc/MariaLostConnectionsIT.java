package io.staunch.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.jdbc.testkit.MariaServer;
import org.junit.jupiter.api.Test;

class MariaLostConnectionsIT extends LostConnectionsOn {
    MariaLostConnectionsIT() {
        super(MariaServer.start());
    }

    /** A process that stands still in the middle of a transaction, or whose machine is gone, keeps its rows no longer than the server's limit. */
    @Test
    void eachSessionHasLimitsAndAModeThatChangesNoValues() throws Exception {
        assertThat(settings(
                        "select @@idle_transaction_timeout",
                        "select @@innodb_lock_wait_timeout",
                        "select @@lock_wait_timeout",
                        "select @@transaction_isolation",
                        "select @@time_zone"))
                .containsExactly("60", "10", "10", "READ-COMMITTED", "+00:00");
        assertThat(settings("select @@sql_mode")).singleElement().asString().contains("STRICT_ALL_TABLES");
    }
}
