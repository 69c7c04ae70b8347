package io.staunch.kafka.testkit.broker;

import io.staunch.kafka.testkit.broker.BrokerLink.Way;
import io.staunch.kafka.testkit.broker.LinkFlow.Passage;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Function;

/** A client's connection to the broker, through a {@link BrokerLink}. Owned by the link's thread. */
final class LinkConnection {
    private final SocketChannel client;
    private final SocketChannel broker;
    private final SelectionKey clientKey;
    private final SelectionKey brokerKey;
    private final Map<Way, LinkFlow> flows = new EnumMap<>(Way.class);
    private final RequestScan requests = new RequestScan();

    LinkConnection(SocketChannel client, SocketChannel broker, Selector selector, Function<Way, Passage> passage)
            throws IOException {
        this.client = client;
        this.broker = broker;
        flows.put(Way.TO_BROKER, new LinkFlow(client, broker, passage.apply(Way.TO_BROKER)));
        flows.put(Way.TO_CLIENT, new LinkFlow(broker, client, passage.apply(Way.TO_CLIENT)));
        clientKey = register(client, selector);
        brokerKey = register(broker, selector);
    }

    private SelectionKey register(SocketChannel channel, Selector selector) throws IOException {
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.configureBlocking(false);
        return channel.register(selector, SelectionKey.OP_READ, this);
    }

    /**
     * What is done with the next request of a kind.
     *
     * @param request its number in Kafka's protocol; -1 for none
     * @param holds whether it is held back, and else its answer lost
     */
    record Trap(int request, boolean holds) {
        static final Trap NONE = new Trap(-1, false);
    }

    private LinkFlow flow(Way way) {
        return flows.get(way);
    }

    void divert(Way way, Passage passage) {
        flow(way).divert(passage);
    }

    /**
     * Takes what has come.
     *
     * @param trap for a request
     * @return whether the trap has caught one
     */
    boolean read(SelectionKey key, long dueNanos, Trap trap) {
        if (key != clientKey) {
            flow(Way.TO_CLIENT).give(flow(Way.TO_CLIENT).take(), dueNanos);
            return false;
        }
        LinkFlow flow = flow(Way.TO_BROKER);
        ByteBuffer bytes = flow.take();
        int at = requests.find(trap.request(), bytes);
        if (at < 0) {
            flow.give(bytes, dueNanos);
            return false;
        }
        flow.give(bytes.slice(0, at), dueNanos);
        if (trap.holds()) {
            flow.holdFromHere();
        } else {
            flow(Way.TO_CLIENT).divert(Passage.LOSE);
        }
        flow.give(bytes.slice(at, bytes.limit() - at), dueNanos);
        return true;
    }

    /** Gives what may go on, and says what this waits for next. Returns whether the connection lives on. */
    boolean write(long now) {
        flows.values().forEach(flow -> flow.write(now));
        if (flows.values().stream().allMatch(LinkFlow::isFinished)) {
            close();
            return false;
        }
        clientKey.interestOps(interest(flow(Way.TO_BROKER), flow(Way.TO_CLIENT), now));
        brokerKey.interestOps(interest(flow(Way.TO_CLIENT), flow(Way.TO_BROKER), now));
        return true;
    }

    private static int interest(LinkFlow in, LinkFlow out, long now) {
        return (in.wantsToRead() ? SelectionKey.OP_READ : 0) | (out.wantsToWrite(now) ? SelectionKey.OP_WRITE : 0);
    }

    long nanosUntilDue(long now) {
        return Math.min(
                flow(Way.TO_BROKER).nanosUntilDue(now), flow(Way.TO_CLIENT).nanosUntilDue(now));
    }

    long waiting() {
        return flow(Way.TO_BROKER).waiting() + flow(Way.TO_CLIENT).waiting();
    }

    /** Whether bytes have vanished, so that what comes after them would make no sense. */
    boolean hasLost() {
        return flow(Way.TO_BROKER).hasLost() || flow(Way.TO_CLIENT).hasLost();
    }

    /** Both ends are told that the connection is no more. */
    void reset() {
        linger(client);
        linger(broker);
        close();
    }

    private static void linger(SocketChannel channel) {
        try {
            channel.setOption(StandardSocketOptions.SO_LINGER, 0);
        } catch (IOException gone) {
            // Then nobody is there to be told.
        }
    }

    private void close() {
        Sockets.close(client);
        Sockets.close(broker);
    }
}
