package io.staunch.examples.payouts;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A service that takes each idempotency key once, and now and then does what it was asked to without answering. Who asks again under such a key is told
 * first that it is being worked on. Safe for use by any thread.
 */
final class Provider implements AutoCloseable {
    private static final int OK = 200;
    private static final int CONFLICT = 409;
    private static final int NO_ANSWER = 0;

    private final HttpServer server;
    private final int silentEvery;
    private final Set<String> keys = new HashSet<>();
    private final Set<String> atWork = new HashSet<>();
    private final List<String> taken = new ArrayList<>();
    private int posts;

    /** @param silentEvery of what it takes, each so many-th has no answer when it comes first */
    Provider(int silentEvery) {
        this.silentEvery = silentEvery;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/payouts", this::answer);
        server.start();
    }

    URI address() {
        return URI.create("http://localhost:" + server.getAddress().getPort() + "/payouts");
    }

    private void answer(HttpExchange exchange) throws IOException {
        String key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        try (exchange) {
            int status = take(key, body);
            if (status != NO_ANSWER) {
                exchange.sendResponseHeaders(status, -1);
            }
        }
    }

    private synchronized int take(String key, String body) {
        posts++;
        if (!keys.add(key)) {
            return atWork.remove(key) ? CONFLICT : OK;
        }
        taken.add(body);
        if (taken.size() % silentEvery != 0) {
            return OK;
        }
        atWork.add(key);
        return NO_ANSWER;
    }

    /** What it was asked for, each once. */
    synchronized List<String> taken() {
        return List.copyOf(taken);
    }

    /** How often it was asked. */
    synchronized int posts() {
        return posts;
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
