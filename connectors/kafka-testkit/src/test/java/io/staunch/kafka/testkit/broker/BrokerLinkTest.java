package io.staunch.kafka.testkit.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.kafka.testkit.broker.BrokerLink.Way;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What goes through a link, with plain sockets at both ends. */
@Timeout(60)
class BrokerLinkTest {
    private BrokerLink link;
    private ServerSocket broker;

    @BeforeEach
    void open() throws IOException {
        link = BrokerLink.open();
        listen();
    }

    @AfterEach
    void close() throws IOException {
        link.close();
        broker.close();
    }

    @Test
    void whatPassesArrivesInBothDirectionsAndSoDoesTheEnd() throws IOException {
        try (Socket client = client();
                Socket server = broker.accept()) {
            assertPasses(client, server, "request");
            assertPasses(server, client, "answer");
            client.close();
            assertThat(server.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void moreThanAReceiverTakesAtOnceArrivesWhole() throws Exception {
        byte[] much = new byte[5 << 20];
        for (int i = 0; i < much.length; i++) {
            much[i] = (byte) (i * 31 / 7);
        }
        try (Socket client = client();
                Socket server = broker.accept()) {
            var sender = new Thread(() -> write(client, much), "sender");
            sender.start();
            assertThat(server.getInputStream().readNBytes(much.length)).isEqualTo(much);
            sender.join();
        }
    }

    @Test
    void aRefusalResetsConnectionsAndLetsNoNewOneInUntilItIsOver() throws IOException {
        try (Socket client = client();
                Socket server = broker.accept()) {
            assertPasses(client, server, "before");
            link.refuse();
            assertThatThrownBy(() -> client.getInputStream().read()).isInstanceOf(SocketException.class);
            assertThatThrownBy(() -> server.getInputStream().read()).isInstanceOf(SocketException.class);
            assertThatThrownBy(this::client).isInstanceOf(IOException.class).hasMessageContaining("refused");
        }
        link.pass();
        try (Socket client = client();
                Socket server = broker.accept()) {
            assertPasses(client, server, "after");
        }
    }

    @Test
    void whatIsLostNeverArrivesAndItsConnectionIsResetAfterwards() throws IOException {
        try (Socket client = client();
                Socket server = broker.accept()) {
            assertPasses(client, server, "before");
            link.lose(Way.TO_BROKER);
            assertPasses(server, client, "the other way");
            send(client, "lost");
            assertNothingComes(server);
            link.pass();
            assertThatThrownBy(() -> server.getInputStream().read()).isInstanceOf(SocketException.class);
            assertThatThrownBy(() -> client.getInputStream().read()).isInstanceOf(SocketException.class);
        }
    }

    @Test
    void aConnectionThatIsMadeInABlackHoleGetsNoFurtherAndOneThatSaidNothingGoesOn() throws IOException {
        try (Socket silent = client();
                Socket server = broker.accept()) {
            link.lose();
            try (Socket newer = client();
                    Socket unheard = broker.accept()) {
                send(newer, "hello");
                assertNothingComes(unheard);
                link.pass();
                assertThatThrownBy(() -> newer.getInputStream().read()).isInstanceOf(SocketException.class);
            }
            assertPasses(silent, server, "still here");
        }
    }

    @Test
    void whatIsHeldArrivesLateAlsoFromAClientThatIsGone() throws IOException {
        try (Socket client = client();
                Socket server = broker.accept()) {
            link.hold();
            send(client, "late");
            // As a killed process does: what it has sent is not called back.
            client.setSoLinger(true, 10);
            client.close();
            assertNothingComes(server);
            while (link.waiting() < 4) {
                Thread.onSpinWait();
            }
            link.pass();
            assertThat(text(server, 4)).isEqualTo("late");
            assertThat(server.getInputStream().read()).isEqualTo(-1);
            assertThat(link.waiting()).isZero();
        }
    }

    @Test
    void onlyRequestsOfNowAreHeldAndNewerConnectionsPass() throws IOException {
        try (Socket older = client();
                Socket ofOlder = broker.accept()) {
            link.holdRequestsOfNow();
            send(older, "held");
            try (Socket newer = client();
                    Socket ofNewer = broker.accept()) {
                assertPasses(newer, ofNewer, "passes");
                assertPasses(ofOlder, older, "answer");
                assertNothingComes(ofOlder);
            }
            link.pass();
            assertThat(text(ofOlder, 4)).isEqualTo("held");
        }
    }

    @Test
    void whatIsDelayedArrivesNoSoonerAndInOrder() throws IOException {
        try (Socket client = client();
                Socket server = broker.accept()) {
            link.delay(Duration.ofMillis(200));
            long before = System.nanoTime();
            send(client, "slow");
            send(client, "er");
            assertThat(text(server, 6)).isEqualTo("slower");
            assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThanOrEqualTo(Duration.ofMillis(200));
        }
    }

    @Test
    void aBrokerThatIsDownEndsTheConnectionAndALinkServesItsSuccessor() throws IOException {
        broker.close();
        try (Socket client = client()) {
            assertThat(client.getInputStream().read()).isEqualTo(-1);
        }
        listen();
        try (Socket client = client();
                Socket server = broker.accept()) {
            assertPasses(client, server, "up again");
        }
    }

    @Test
    void aClosedLinkTakesNoOrdersAndClosesAgain() {
        link.close();
        link.close();
        assertThatThrownBy(() -> link.pass())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");
    }

    @Test
    void aBrokerNamesTheLinkToItsClients() {
        BrokerSettings settings = link.through(BrokerSettings.defaults());
        assertThat(settings.port()).isEqualTo(link.brokerPort());
        assertThat(settings.advertisedPort()).isEqualTo(link.port());
    }

    private void listen() throws IOException {
        broker = new ServerSocket();
        broker.setReuseAddress(true);
        broker.bind(new InetSocketAddress("127.0.0.1", link.brokerPort()));
    }

    private Socket client() throws IOException {
        return new Socket("127.0.0.1", link.port());
    }

    private static void assertPasses(Socket from, Socket to, String text) throws IOException {
        send(from, text);
        assertThat(text(to, text.length())).isEqualTo(text);
    }

    private static void send(Socket from, String text) throws IOException {
        from.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static void write(Socket to, byte[] bytes) {
        try {
            to.getOutputStream().write(bytes);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static String text(Socket of, int length) throws IOException {
        return new String(of.getInputStream().readNBytes(length), StandardCharsets.US_ASCII);
    }

    /** As far as one can see: there is no moment at which it is certain that nothing will come. */
    private static void assertNothingComes(Socket to) throws IOException {
        to.setSoTimeout(50);
        assertThatThrownBy(() -> to.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);
        to.setSoTimeout(0);
    }
}
