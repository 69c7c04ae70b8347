package io.staunch.jdbc.testkit;

import org.jspecify.annotations.Nullable;

/** A PostgreSQL of this kit does not do what it was told; the message says why and shows the end of its log. */
public final class PostgresException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    PostgresException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
