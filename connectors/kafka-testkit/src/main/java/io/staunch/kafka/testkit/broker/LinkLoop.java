package io.staunch.kafka.testkit.broker;

import io.staunch.kafka.testkit.broker.BrokerLink.Way;
import io.staunch.kafka.testkit.broker.LinkConnection.Trap;
import io.staunch.kafka.testkit.broker.LinkFlow.Passage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link BrokerLink} does, in one thread that owns the listener and all connections. Other threads give it orders through a queue
 * and wait until they are carried out.
 */
final class LinkLoop {
    private static final int CONNECT_TIMEOUT_MS = 1_000;

    private final int port;
    private final int brokerPort;
    private final Selector selector;
    private final ConcurrentLinkedQueue<Runnable> orders = new ConcurrentLinkedQueue<>();
    private final Thread thread;

    private final List<LinkConnection> connections = new ArrayList<>();
    private final Map<Way, Passage> ofNewOnes = new EnumMap<>(Way.class);
    private @Nullable ServerSocketChannel listener;
    private Trap trap = Trap.NONE;
    private long delayNanos;
    private boolean closed;

    /** Whether the thread takes no orders any more. Guarded by this. */
    private boolean ended;

    private LinkLoop(int port, int brokerPort) throws IOException {
        this.port = port;
        this.brokerPort = brokerPort;
        selector = Selector.open();
        thread = new Thread(this::run, "broker-link-" + port);
        thread.setDaemon(true);
    }

    static LinkLoop start(int port, int brokerPort) {
        try {
            var loop = new LinkLoop(port, brokerPort);
            loop.listen();
            loop.thread.start();
            return loop;
        } catch (IOException e) {
            throw new UncheckedIOException("no link to a broker can listen on port " + port, e);
        }
    }

    int port() {
        return port;
    }

    void pass() {
        order(() -> {
            delayNanos = 0;
            trap = Trap.NONE;
            divertAll(Passage.PASS, Set.of(Way.values()));
            connections.removeIf(connection -> {
                if (connection.hasLost()) {
                    connection.reset();
                }
                return connection.hasLost();
            });
            listen();
            return true;
        });
    }

    void refuse() {
        order(() -> {
            if (listener != null) {
                Sockets.close(listener);
                listener = null;
            }
            resetAll();
            return true;
        });
    }

    void divert(Passage passage, Set<Way> ways) {
        order(() -> {
            divertAll(passage, ways);
            return true;
        });
    }

    void set(Trap next) {
        order(() -> {
            trap = next;
            return true;
        });
    }

    void delay(long nanos) {
        order(() -> {
            delayNanos = nanos;
            return true;
        });
    }

    long waiting() {
        return order(
                () -> connections.stream().mapToLong(LinkConnection::waiting).sum());
    }

    boolean anyLost() {
        return order(() -> connections.stream().anyMatch(LinkConnection::hasLost));
    }

    synchronized void close() {
        if (!ended) {
            order(this::release);
            ended = true;
        }
    }

    private boolean release() {
        closed = true;
        resetAll();
        if (listener != null) {
            Sockets.close(listener);
        }
        Sockets.close(selector);
        return true;
    }

    /** One at a time, so that none comes behind the last. */
    private synchronized <T> T order(Supplier<T> what) {
        if (ended) {
            throw new IllegalStateException("The link at port " + port + " is closed");
        }
        var done = new CompletableFuture<T>();
        orders.add(() -> {
            try {
                done.complete(what.get());
            } catch (RuntimeException e) {
                done.completeExceptionally(e);
            }
        });
        selector.wakeup();
        return done.join();
    }

    private void carryOut() {
        for (Runnable order = orders.poll(); order != null; order = orders.poll()) {
            order.run();
        }
    }

    private void run() {
        try {
            while (!closed) {
                selector.select(millisUntilDue());
                carryOut();
                if (!closed) {
                    read();
                    long now = System.nanoTime();
                    connections.removeIf(connection -> !connection.write(now));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the link at port " + port + " has failed", e);
        }
    }

    private void read() throws IOException {
        for (SelectionKey key : selector.selectedKeys()) {
            if (key.isValid() && key.isAcceptable()) {
                accept();
            } else if (key.isValid() && key.isReadable()) {
                if (((LinkConnection) key.attachment()).read(key, System.nanoTime() + delayNanos, trap)) {
                    trap = Trap.NONE;
                }
            }
        }
        selector.selectedKeys().clear();
    }

    private void accept() throws IOException {
        SocketChannel client = listener == null ? null : listener.accept();
        if (client == null) {
            return;
        }
        SocketChannel broker = SocketChannel.open();
        try {
            broker.socket().connect(new InetSocketAddress(LoopbackPorts.HOST, brokerPort), CONNECT_TIMEOUT_MS);
            connections.add(
                    new LinkConnection(client, broker, selector, way -> ofNewOnes.getOrDefault(way, Passage.PASS)));
        } catch (IOException down) {
            Sockets.close(broker);
            Sockets.close(client);
        }
    }

    private void listen() {
        if (listener != null) {
            return;
        }
        try {
            ServerSocketChannel opened = ServerSocketChannel.open();
            opened.socket().setReuseAddress(true);
            opened.bind(new InetSocketAddress(LoopbackPorts.HOST, port));
            opened.configureBlocking(false);
            opened.register(selector, SelectionKey.OP_ACCEPT);
            listener = opened;
        } catch (IOException e) {
            throw new UncheckedIOException("port " + port + " of a link can't be listened on", e);
        }
    }

    private void divertAll(Passage passage, Set<Way> ways) {
        for (Way way : ways) {
            connections.forEach(connection -> connection.divert(way, passage));
            ofNewOnes.put(way, passage);
        }
    }

    private void resetAll() {
        connections.forEach(LinkConnection::reset);
        connections.clear();
    }

    private long millisUntilDue() {
        long now = System.nanoTime();
        long nanos = connections.stream()
                .mapToLong(connection -> connection.nanosUntilDue(now))
                .min()
                .orElse(Long.MAX_VALUE);
        // What is due and was not taken is waited for by the receiver's key; zero would wait for ever.
        return nanos == Long.MAX_VALUE ? 0 : Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos) + 1);
    }
}
