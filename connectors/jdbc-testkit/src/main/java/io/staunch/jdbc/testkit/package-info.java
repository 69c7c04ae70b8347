/** A real PostgreSQL for tests, which can be killed: {@link io.staunch.jdbc.testkit.PostgresServer}. */
@NullMarked
package io.staunch.jdbc.testkit;

import org.jspecify.annotations.NullMarked;
