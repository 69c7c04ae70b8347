package io.staunch.kafka.testkit.broker;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The network between clients and a {@link KafkaBroker}, for a test to cut: a TCP proxy on 127.0.0.1 that the broker names to its clients.
 * The administrator goes past it, so that a test can look at the broker while its clients can't.
 *
 * <pre>{@code
 * try (BrokerLink link = BrokerLink.open();
 *         KafkaBroker broker = KafkaBroker.start(link.through(BrokerSettings.defaults()))) {
 *     ...
 *     link.lose(Way.TO_BROKER, Way.TO_CLIENT);
 *     ...
 *     link.pass();
 * }
 * }</pre>
 *
 * <p>Each method is in force when it returns: not a byte more goes the old way. Safe for use by any thread; one thread of its own does
 * the work. For one broker; a node of a {@link KafkaCluster} takes none.
 */
public final class BrokerLink implements AutoCloseable {
    /** A direction. */
    public enum Way {
        /** Requests. */
        TO_BROKER,
        /** Answers. */
        TO_CLIENT
    }

    private final int brokerPort;
    private final LinkLoop loop;

    private BrokerLink(int brokerPort, LinkLoop loop) {
        this.brokerPort = brokerPort;
        this.loop = loop;
    }

    /** A link that lets everything pass, between two free ports. Nobody needs to listen at its end yet. */
    public static BrokerLink open() {
        int brokerPort = LoopbackPorts.free();
        return new BrokerLink(brokerPort, LinkLoop.start(LoopbackPorts.free(), brokerPort));
    }

    /** The same settings for a broker at the end of this link. */
    public BrokerSettings through(BrokerSettings settings) {
        return settings.withPort(brokerPort).withAdvertisedPort(port());
    }

    /** Where clients connect. */
    public int port() {
        return loop.port();
    }

    /** Where the broker listens. */
    int brokerPort() {
        return brokerPort;
    }

    /**
     * Lets everything pass again. What was held arrives now, as TCP would send it again. A connection that lost bytes is reset, since they
     * can't come any more.
     */
    public void pass() {
        loop.pass();
    }

    /** Resets every connection and refuses new ones, as a host does where nobody listens. */
    public void refuse() {
        loop.refuse();
    }

    /**
     * Lets all bytes of these directions vanish, and nobody is told: a black hole. A new connection is made, and gets no further.
     *
     * @param ways none for both
     */
    public void lose(Way... ways) {
        loop.divert(LinkFlow.Passage.LOSE, ways(ways));
    }

    /**
     * Holds all bytes of these directions back until {@link #pass()}, also those of a client that ends in the meantime: they arrive late.
     *
     * @param ways none for both
     */
    public void hold(Way... ways) {
        loop.divert(LinkFlow.Passage.HOLD, ways(ways));
    }

    /**
     * Holds back the next request of a kind, and what comes behind it on its connection; all else passes. So it arrives late, at
     * {@link #pass()}, even if its sender has died by then. Not for a broker that is secured.
     *
     * @param request its number in Kafka's protocol: 26 for {@code EndTxn}
     */
    public void holdRequest(int request) {
        loop.set(new LinkConnection.Trap(request, true));
    }

    /**
     * Lets the next request of a kind arrive, and its answer vanish with all that comes behind it on its connection; all else passes. Not
     * for a broker that is secured.
     *
     * @param request its number in Kafka's protocol: 26 for {@code EndTxn}
     */
    public void loseAnswer(int request) {
        loop.set(new LinkConnection.Trap(request, false));
    }

    /**
     * Lets everything pass, each byte so much later, in both directions.
     *
     * @param later zero for no delay; {@link #pass()} ends it too
     */
    public void delay(Duration later) {
        loop.delay(later.toNanos());
    }

    /** How many bytes are held back or delayed now. */
    public long waiting() {
        return loop.waiting();
    }

    /** Whether any connection of now has lost bytes. */
    public boolean hasLost() {
        return loop.anyLost();
    }

    private static Set<Way> ways(Way... ways) {
        return ways.length == 0 ? EnumSet.allOf(Way.class) : EnumSet.copyOf(List.of(ways));
    }

    /** Resets every connection and lets go of the port. Closing again does nothing. */
    @Override
    public void close() {
        loop.close();
    }
}
