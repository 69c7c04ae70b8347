package io.staunch.cli.demo;

import io.staunch.jdbc.Database;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where the job writes beside Kafka.
 *
 * @param database which has the table already; null for none
 * @param files the folder of files; null for none
 */
record Targets(@Nullable Database database, @Nullable Path files) {
    static final Targets NONE = new Targets(null, null);
}
