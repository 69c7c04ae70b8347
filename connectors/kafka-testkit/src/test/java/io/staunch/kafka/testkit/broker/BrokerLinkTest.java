package io.staunch.kafka.testkit.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.kafka.testkit.broker.BrokerLink.Way;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
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
    void oneRequestIsHeldWithWhatComesBehindItAndAllElsePasses() throws IOException {
        try (Socket client = client();
                Socket server = broker.accept();
                Socket other = client();
                Socket ofOther = broker.accept()) {
            link.holdRequest(26);
            byte[] before = request(3, "before");
            byte[] held = request(26, "held");
            byte[] behind = request(3, "behind");
            client.getOutputStream().write(concatenated(before, held, behind));
            assertThat(server.getInputStream().readNBytes(before.length)).isEqualTo(before);
            assertPasses(server, client, "answer");
            assertPasses(other, ofOther, "elsewhere");
            assertNothingComes(server);
            link.pass();
            assertThat(server.getInputStream().readNBytes(held.length + behind.length))
                    .isEqualTo(concatenated(held, behind));
        }
    }

    @Test
    void aRequestWhoseHeadComesInPiecesIsHeldAsWell() throws IOException {
        try (Socket client = client();
                Socket server = broker.accept()) {
            link.holdRequest(26);
            byte[] held = request(26, "in pieces");
            client.getOutputStream().write(held, 0, 5);
            assertThat(server.getInputStream().readNBytes(5)).hasSize(5);
            client.getOutputStream().write(held, 5, held.length - 5);
            assertNothingComes(server);
            link.pass();
            assertThat(server.getInputStream().readNBytes(held.length - 5)).hasSize(held.length - 5);
        }
    }

    @Test
    void theAnswerToOneRequestIsLostAndTheRequestArrives() throws IOException {
        try (Socket client = client();
                Socket server = broker.accept();
                Socket other = client();
                Socket ofOther = broker.accept()) {
            link.loseAnswer(26);
            byte[] request = request(26, "commit");
            client.getOutputStream().write(request);
            assertThat(server.getInputStream().readNBytes(request.length)).isEqualTo(request);
            assertThat(link.hasLost()).isFalse();
            send(server, "done");
            assertNothingComes(client);
            assertThat(link.hasLost()).isTrue();
            assertPasses(ofOther, other, "elsewhere");
            link.pass();
            assertThatThrownBy(() -> client.getInputStream().read()).isInstanceOf(SocketException.class);
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

    private static byte[] request(int kind, String body) {
        byte[] text = body.getBytes(StandardCharsets.US_ASCII);
        return ByteBuffer.allocate(6 + text.length)
                .putInt(2 + text.length)
                .putShort((short) kind)
                .put(text)
                .array();
    }

    private static byte[] concatenated(byte[]... parts) {
        var all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
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
