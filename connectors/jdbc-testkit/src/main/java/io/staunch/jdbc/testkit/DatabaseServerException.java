package io.staunch.jdbc.testkit;

import org.jspecify.annotations.Nullable;

/** A server of this kit does not do what it was told; the message says why and shows the end of its log. */
public final class DatabaseServerException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    DatabaseServerException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
