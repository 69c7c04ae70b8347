package io.staunch.kafka.testkit.broker;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.ResourcePattern;
import org.jspecify.annotations.Nullable;

/**
 * A real Kafka broker, a cluster of one node, in a child JVM. It can be killed, restarted on the same data and port,
 * and stalled, as often as a test likes. Its topics are not made by themselves: see {@link #createTopic}.
 *
 * <pre>{@code
 * try (KafkaBroker broker = KafkaBroker.start()) {
 *     broker.createTopic("flights", 4);
 *     var producer = new KafkaProducer<>(broker.clientProperties(), new StringSerializer(), new StringSerializer());
 *     ...
 *     broker.kill();
 *     broker.restart();
 * }
 * }</pre>
 *
 * <p>The child never outlives this JVM: it ends by {@link #close()}, by a shutdown hook, and by itself if this JVM was
 * killed. Safe for use by any thread; {@link #kill()} may come while another thread waits in {@link #restart()}, which
 * then fails.
 */
public final class KafkaBroker implements AutoCloseable {
    private static final Duration VISIBLE_WITHIN = Duration.ofMinutes(1);

    private final BrokerSettings settings;
    private final BrokerNode node;
    private final BrokerFolder folder;
    private final BrokerAccess access = new BrokerAccess(this);
    private final Thread shutdownHook = new Thread(this::end, "kafka-broker-shutdown");

    private BrokerState state = BrokerState.DOWN;
    private @Nullable BrokerProcess process;
    private @Nullable Pause pause;

    /** A broker that is down. Nothing is on disk or running for it before {@link #launch()}, but for its folder. */
    KafkaBroker(BrokerSettings settings, BrokerNode node) {
        this.settings = settings;
        this.node = node;
        this.folder = BrokerFolder.open(settings.folder());
    }

    /** Starts a broker with {@link BrokerSettings#defaults()}. */
    public static KafkaBroker start() {
        return start(BrokerSettings.defaults());
    }

    /**
     * Starts a broker and waits until it serves clients. If it can't, nothing is left of it but a folder that was given.
     *
     * @throws BrokerException if a port is taken, or if the broker ends or is not ready in time
     */
    public static KafkaBroker start(BrokerSettings settings) {
        KafkaBroker broker =
                new KafkaBroker(settings, BrokerNode.alone(Uuid.randomUuid().toString(), settings.port()));
        try {
            broker.launch();
            broker.awaitReady();
            return broker;
        } catch (RuntimeException e) {
            broker.close();
            throw e;
        }
    }

    /** Host and port for clients. The same over restarts. */
    public String bootstrapServers() {
        int port = settings.advertisedPort() == 0 ? node.clientPort() : settings.advertisedPort();
        return LoopbackPorts.HOST + ":" + port;
    }

    /**
     * What a client needs to connect to a broker without security; a map of the caller's own, to add to.
     *
     * @throws IllegalStateException if the broker is secured
     */
    public Map<String, Object> clientProperties() {
        if (settings.secured()) {
            throw new IllegalStateException("This Kafka broker is secured: use clientProperties(user)");
        }
        return bootstrap(bootstrapServers());
    }

    /**
     * What a client of a secured broker needs to connect as this user; a map of the caller's own, to add to.
     *
     * @param user a name that was given to {@link #addUser}
     */
    public Map<String, Object> clientProperties(String user) {
        Map<String, Object> properties = bootstrap(bootstrapServers());
        properties.putAll(access.properties(user, Certificates.in(folder.certificates())));
        return properties;
    }

    /** What an administrator's client needs to connect, past any security and proxy. */
    public Map<String, Object> adminProperties() {
        Map<String, Object> properties = bootstrap(LoopbackPorts.HOST + ":" + node.adminPort());
        int timeoutMs = (int) Math.min(settings.startTimeoutMs(), Integer.MAX_VALUE);
        properties.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, timeoutMs);
        // A client refuses a request timeout beyond that of the whole call; 30 seconds is its default.
        properties.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, Math.min(timeoutMs, 30_000));
        return properties;
    }

    /** A new client with every right, for the caller to close. */
    public Admin admin() {
        return Admin.create(adminProperties());
    }

    /**
     * Makes a topic, in as many copies as the broker makes by default. When this returns, clients see it, and each of its
     * partitions takes records.
     */
    public void createTopic(String name, int partitions) {
        createTopic(name, partitions, Map.of());
    }

    /**
     * Makes a topic with settings of its own, likewise.
     *
     * @param config names of topic settings with their values, such as {@code retention.ms}
     */
    public void createTopic(String name, int partitions, Map<String, String> config) {
        try (Admin admin = admin()) {
            List<NewTopic> topics = List.of(new NewTopic(name, partitions, (short) -1).configs(config));
            Answer.to("create topic " + name, admin.createTopics(topics).all());
        }
        awaitTopic(name);
    }

    /**
     * The answer to a creation comes a moment before clients can see the topic, and that a moment before each of its
     * partitions is there. A producer of Kafka's own that writes in between may lose its first batch (KAFKA-15591): it is
     * refused, the next one, already under way, is taken, and from then on the first one is out of order, however often
     * it is sent again.
     *
     * @throws BrokerException if they do not see it within a minute, or a partition is not there within the time for a
     *     request
     */
    void awaitTopic(String name) {
        long end = System.nanoTime() + VISIBLE_WITHIN.toNanos();
        try (Admin admin = admin()) {
            while (!Answer.to("list topics", admin.listTopics().names()).contains(name)) {
                if (System.nanoTime() - end > 0) {
                    throw new BrokerException("Topic " + name + " was created on " + bootstrapServers() + ", and "
                            + VISIBLE_WITHIN.toSeconds()
                            + " s later is not in its list of topics; look at the log of the broker");
                }
                Thread.onSpinWait();
            }
            awaitPartitions(admin, name);
        }
    }

    /** Only the leader of a partition tells its end, once it is one; the client asks until it does. */
    private static void awaitPartitions(Admin admin, String topic) {
        Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
        Answer.to(
                        "describe topic " + topic,
                        admin.describeTopics(List.of(topic)).allTopicNames())
                .get(topic)
                .partitions()
                .forEach(each -> ends.put(new TopicPartition(topic, each.partition()), OffsetSpec.latest()));
        var unused = Answer.to(
                "tell the ends of topic " + topic, admin.listOffsets(ends).all());
    }

    /**
     * Adds a user to a secured broker, or changes a password. The user can log in when this returns, and may do nothing
     * yet.
     */
    public void addUser(String name, String password) {
        access.addUser(name, password);
    }

    /** Removes a user. Connections that are open stay open: Kafka asks for the password at their start only. */
    public void removeUser(String name) {
        access.removeUser(name);
    }

    /** Lets a user do something. In force when this returns; the rules that come back can be removed singly. */
    public List<AclBinding> allow(String user, ResourcePattern resource, AclOperation... operations) {
        return access.allow(user, resource, operations);
    }

    /** Forbids a user something, whatever is allowed elsewhere. In force when this returns. */
    public List<AclBinding> deny(String user, ResourcePattern resource, AclOperation... operations) {
        return access.deny(user, resource, operations);
    }

    /** Removes rules, exactly these. Out of force when this returns; a rule that does not exist is as good. */
    public void remove(List<AclBinding> rules) {
        access.remove(rules);
    }

    /** Starts a broker that is down, on its old data and port, and returns at once. */
    public synchronized void launch() {
        BrokerState next = state.after(BrokerState.Move.LAUNCH);
        node.requireFreePorts();
        if (settings.secured()) {
            Certificates.make(folder.certificates());
        }
        folder.write(BrokerProperties.of(settings, node, folder));
        if (process == null) {
            Runtime.getRuntime().addShutdownHook(shutdownHook);
        }
        process = BrokerProcess.launch(settings, node, folder);
        state = next;
    }

    /**
     * Waits until a broker that was launched serves clients.
     *
     * @throws BrokerException if it ends before, or takes longer than the settings allow
     */
    public void awaitReady() {
        running().awaitReady(settings.startTimeoutMs());
    }

    /** Kills the broker if it is not down yet, launches it and waits until it is ready. Seconds, not milliseconds. */
    public void restart() {
        synchronized (this) {
            if (state != BrokerState.DOWN) {
                kill();
            }
            launch();
        }
        awaitReady();
    }

    /** Ends the broker by SIGKILL, as a crash would. It is gone when this returns. */
    public synchronized void kill() {
        state = state.after(BrokerState.Move.KILL);
        endProcess();
    }

    /** Stops the broker by SIGSTOP: it stands still, and keeps its connections. */
    public synchronized void pause() {
        BrokerState next = state.after(BrokerState.Move.PAUSE);
        pause = Pause.of(running().pid());
        state = next;
    }

    /** Lets a broker go on that was paused. */
    public synchronized void resume() {
        state = state.after(BrokerState.Move.RESUME);
        endPause();
    }

    /** Whether the broker's process exists, paused or not. */
    public synchronized boolean isAlive() {
        return process != null && process.isAlive();
    }

    /** The process id of the current or latest run. */
    public long pid() {
        return running().pid();
    }

    /** Where the broker keeps its data, settings and log. */
    public Path folder() {
        return folder.root();
    }

    /** The last lines of the broker's log, over all its runs, the newest last. */
    public List<String> logTail(int lines) {
        return new BrokerLog(folder.log()).tail(lines);
    }

    /** Kills the broker and deletes its folder if that is temporary. Closing again does nothing. */
    @Override
    public void close() {
        end();
        try {
            Runtime.getRuntime().removeShutdownHook(shutdownHook);
        } catch (IllegalStateException e) {
            // This JVM is shutting down, so the hook runs anyway and finds nothing left to do.
        }
    }

    BrokerSettings settings() {
        return settings;
    }

    private synchronized void end() {
        if (state != BrokerState.CLOSED) {
            state = state.after(BrokerState.Move.CLOSE);
            endProcess();
            folder.release();
        }
    }

    private void endProcess() {
        if (process != null) {
            process.kill();
        }
        endPause();
    }

    private void endPause() {
        if (pause != null) {
            pause.end();
            pause = null;
        }
    }

    private synchronized BrokerProcess running() {
        if (process == null) {
            throw new IllegalStateException("This Kafka broker was never launched");
        }
        return process;
    }

    private static Map<String, Object> bootstrap(String servers) {
        Map<String, Object> properties = new HashMap<>();
        properties.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, servers);
        return properties;
    }
}
