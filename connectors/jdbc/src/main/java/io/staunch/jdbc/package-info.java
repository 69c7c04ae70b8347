/** Tables of a database as sinks and sources: {@link io.staunch.jdbc.JdbcSink}, {@link io.staunch.jdbc.Database}. */
@NullMarked
package io.staunch.jdbc;

import org.jspecify.annotations.NullMarked;
