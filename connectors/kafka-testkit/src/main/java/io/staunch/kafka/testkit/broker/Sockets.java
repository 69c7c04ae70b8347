package io.staunch.kafka.testkit.broker;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Closing what can't fail in a way that matters. */
final class Sockets {
    private Sockets() {}

    /** Lets go of a socket. */
    static void close(Closeable socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException("a socket of the link can't be closed", e);
        }
    }
}
