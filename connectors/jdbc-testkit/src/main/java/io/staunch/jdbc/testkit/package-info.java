/**
 * Real databases for tests, which can be killed: {@link io.staunch.jdbc.testkit.PostgresServer} and {@link io.staunch.jdbc.testkit.MariaServer}, and
 * the network before them, {@link io.staunch.jdbc.testkit.DatabaseLink}.
 */
@NullMarked
package io.staunch.jdbc.testkit;

import org.jspecify.annotations.NullMarked;
