package io.staunch.jdbc.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The network before a {@link DatabaseServer}: clients that connect to {@link #port} reach the server through it, unless it is told to lose something.
 * Requests to commit are known by their text, which PostgreSQL's driver sends each time with {@code prepareThreshold=0}, and MariaDB's always. Safe for
 * use by any thread.
 */
public final class DatabaseLink implements AutoCloseable {
    private static final byte[] COMMIT = "COMMIT".getBytes(StandardCharsets.US_ASCII);

    /** What becomes of the next request to commit. */
    private enum NextCommit {
        PASSES,
        IS_LOST,
        LOSES_ITS_ANSWER
    }

    private final int server;
    private final ServerSocket socket;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile NextCommit next = NextCommit.PASSES;

    private DatabaseLink(int server) throws IOException {
        this.server = server;
        socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        thread("link-accepts", this::accept);
    }

    /** Opens a link before a server. */
    public static DatabaseLink before(DatabaseServer server) {
        try {
            return new DatabaseLink(server.port());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public int port() {
        return socket.getLocalPort();
    }

    /** The connection on which the next request to commit comes is cut, and the request does not arrive. */
    public void loseNextCommit() {
        next = NextCommit.IS_LOST;
    }

    /** The next request to commit arrives and takes effect; then its connection is cut instead of the answer. */
    public void loseAnswerToNextCommit() {
        next = NextCommit.LOSES_ITS_ANSWER;
    }

    /** Cuts all connections that there are. */
    public void cut() {
        open.forEach(DatabaseLink::cut);
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                connect(socket.accept());
            } catch (IOException e) {
                // Closed.
                cut();
            }
        }
    }

    private void connect(Socket client) {
        try {
            var pair = new Pair(client, new Socket(InetAddress.getLoopbackAddress(), server));
            thread("link-requests", pair::requests);
            thread("link-answers", pair::answers);
        } catch (IOException e) {
            // The server is gone, and so is the connection.
            cut(client);
        }
    }

    private static void thread(String name, Runnable work) {
        var thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    private static void cut(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // It is closed.
        }
    }

    /** A connection, with a thread for each direction. */
    private final class Pair {
        private final Socket client;
        private final Socket database;
        private volatile boolean losesAnswer;

        Pair(Socket client, Socket database) {
            this.client = client;
            this.database = database;
            open.add(client);
            open.add(database);
        }

        void requests() {
            var buffer = new byte[1 << 16];
            try {
                InputStream in = client.getInputStream();
                OutputStream out = database.getOutputStream();
                for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                    if (next != NextCommit.PASSES && commits(buffer, n)) {
                        NextCommit what = next;
                        next = NextCommit.PASSES;
                        if (what == NextCommit.IS_LOST) {
                            break;
                        }
                        losesAnswer = true;
                    }
                    out.write(buffer, 0, n);
                }
            } catch (IOException e) {
                // Cut.
            }
            end();
        }

        void answers() {
            var buffer = new byte[1 << 16];
            try {
                InputStream in = database.getInputStream();
                OutputStream out = client.getOutputStream();
                for (int n = in.read(buffer); n >= 0 && !losesAnswer; n = in.read(buffer)) {
                    out.write(buffer, 0, n);
                }
            } catch (IOException e) {
                // Cut.
            }
            end();
        }

        private void end() {
            cut(client);
            cut(database);
            open.remove(client);
            open.remove(database);
        }
    }

    private static boolean commits(byte[] bytes, int length) {
        for (int i = 0; i + COMMIT.length <= length; i++) {
            int same = 0;
            while (same < COMMIT.length && bytes[i + same] == COMMIT[same]) {
                same++;
            }
            // And none of words that begin so, such as READ COMMITTED.
            if (same == COMMIT.length && (i + same == length || bytes[i + same] != 'T')) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        cut();
    }
}
