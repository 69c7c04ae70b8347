package io.staunch.examples.payouts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.ledger.LedgerEntry;
import io.staunch.sink.Interval;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is tried again and what stops the job. */
class PostsTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    @ParameterizedTest
    @CsvSource({"400, FAIL_JOB", "404, FAIL_JOB", "408, RETRY", "409, RETRY", "429, RETRY", "500, RETRY", "503, RETRY"})
    void whatPassesIsTriedAgain(int status, Remedy remedy) throws IOException {
        StaunchException refused = failure(LONG, exchange -> {
            try (exchange) {
                exchange.sendResponseHeaders(status, -1);
            }
        });
        assertThat(refused.remedy()).isEqualTo(remedy);
        assertThat(refused).hasMessageContaining("status " + status).hasMessageContaining("k/0");
    }

    @Test
    @Timeout(30)
    void anAnswerThatBreaksOffIsNotWaitedForForEver() throws IOException {
        var over = new CountDownLatch(1);
        try {
            StaunchException lost = failure(Duration.ofMillis(500), exchange -> {
                exchange.sendResponseHeaders(200, 10);
                exchange.getResponseBody().write('x');
                exchange.getResponseBody().flush();
                await(over);
            });
            assertThat(lost.remedy()).isEqualTo(Remedy.RETRY);
            assertThat(lost).hasMessageContaining("has not answered").hasMessageContaining("k/0");
        } finally {
            over.countDown();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void daemon(Runnable task) {
        var thread = new Thread(task, "provider");
        thread.setDaemon(true);
        thread.start();
    }

    private static StaunchException failure(Duration answerWithin, HttpHandler answer) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/payouts", answer);
        server.setExecutor(PostsTest::daemon);
        server.start();
        URI address = URI.create("http://localhost:" + server.getAddress().getPort() + "/payouts");
        try (var posts = new Posts<String>(address, text -> text, answerWithin)) {
            return catchThrowableOfType(StaunchException.class, () -> posts.apply(new One()));
        } finally {
            server.stop(0);
        }
    }

    /** An interval of one record. */
    private static final class One implements Interval<String> {
        @Override
        public long records() {
            return 1;
        }

        @Override
        public String key() {
            return "k";
        }

        @Override
        public LedgerEntry entry() {
            throw new UnsupportedOperationException("there is no ledger");
        }

        @Override
        public boolean decide(long fenceInRow, LedgerEntry entryInRow) {
            throw new UnsupportedOperationException("there is no ledger");
        }

        @Override
        public Iterator<String> iterator() {
            return List.of("id=1").iterator();
        }
    }
}
