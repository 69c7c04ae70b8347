package io.staunch.kafka.testkit.broker;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Ports of 127.0.0.1. Safe for use by any thread.
 *
 * <p>Free ports are taken from below the range that systems use for outgoing connections (32768 and up). A port of
 * that range could be lost while its broker is down: to any outgoing connection, even to a client that keeps trying
 * to reach this very broker and ends up connected to itself.
 */
final class LoopbackPorts {
    static final String HOST = "127.0.0.1";

    private static final int FIRST = 15_000;
    private static final int COUNT = 17_000;

    /** Every JVM starts elsewhere and goes on from there, so that two of them seldom look at the same port. */
    private static final AtomicInteger NEXT =
            new AtomicInteger((int) (ProcessHandle.current().pid() * 31 % COUNT));

    private LoopbackPorts() {}

    /** Returns a port that nobody listens on and that this JVM was not given lately. */
    static int free() {
        for (int attempt = 0; attempt < COUNT; attempt++) {
            int port = FIRST + Math.floorMod(NEXT.getAndIncrement(), COUNT);
            if (isFree(port)) {
                return port;
            }
        }
        throw new BrokerException("No free port from %d to %d on %s".formatted(FIRST, FIRST + COUNT - 1, HOST));
    }

    /**
     * Checks that a port can be listened on.
     *
     * @throws BrokerException if it is taken
     */
    static void requireFree(int port) {
        if (!isFree(port)) {
            throw new BrokerException(("Port %d of %s is taken by another process, so the Kafka broker can't listen on"
                            + " it. Stop that process (`ss -ltnp 'sport = :%d'` or `lsof -i :%d` shows it), or give"
                            + " the broker another port; port 0 chooses a free one.")
                    .formatted(port, HOST, port, port));
        }
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getByName(HOST), port));
            return true;
        } catch (IOException taken) {
            return false;
        }
    }
}
