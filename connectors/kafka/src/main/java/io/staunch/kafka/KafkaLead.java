package io.staunch.kafka;

import io.staunch.error.ConfigurationException;
import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.kafka.LedgerFormat.Line;
import io.staunch.kafka.port.AdminPort;
import io.staunch.kafka.port.AdminPort.Topic;
import io.staunch.kafka.port.ConsumerPort;
import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.LedgerView;
import io.staunch.ledger.Owner;
import io.staunch.sink.LeadConnection;
import io.staunch.sink.LeadContext;
import io.staunch.sink.RereadSink;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/**
 * The job's transactions on one cluster: two producers in turn, and a ledger topic that is written in the same
 * transactions. Mechanism alone; when to begin, to commit and to fence is the engine's decision. Threads as {@link
 * LeadConnection} says; what they share is the array of slots, which {@link #fence} replaces before they start, the admin
 * client, and whether it is closed.
 */
final class KafkaLead implements LeadConnection<EncodedRecord> {
    private static final Duration CLOSING = Duration.ofSeconds(2);

    private final LeadContext context;
    private final SinkOptions options;
    private final StartCheck check;
    private final Cluster cluster;
    private final OutputTopics outputs;
    private final LeftOpen leftOpen;
    private final Map<String, String> defaults;
    private final boolean[] forgiving;

    private @Nullable AdminPort admin;
    private volatile String resource = "";
    private volatile @Nullable Owner recorded;
    private volatile LeadSlot[] slots = new LeadSlot[0];
    private volatile boolean closed;

    KafkaLead(LeadContext context) {
        List<KafkaSink<?>> sinks = StartCheck.sinksOf(context);
        this.context = context;
        this.options = sinks.get(0).options();
        this.forgiving = new boolean[sinks.size()];
        for (int sink = 0; sink < forgiving.length; sink++) {
            forgiving[sink] = sinks.get(sink).forgives();
        }
        this.cluster = new Cluster(context.environment(), options.client(), "staunch-" + context.job());
        this.check = new StartCheck(context, sinks, cluster.faults());
        this.defaults = StartCheck.defaults(context.checkpointTimeout());
        this.leftOpen = new LeftOpen(ids(), context.environment(), cluster.faults(), patience(), this::requireOpen);
        this.outputs = new OutputTopics(cluster.faults(), options, leftOpen::requireNoneOn);
    }

    /** The ids are the job's and not the process's, so that a new process fences the old one. */
    static String transactionalId(String job, int slot) {
        return "staunch-" + job + "-" + slot;
    }

    private Set<String> ids() {
        return IntStream.range(0, RereadSink.SLOTS)
                .mapToObj(slot -> transactionalId(context.job(), slot))
                .collect(Collectors.toSet());
    }

    @Override
    public String resource() {
        if (resource.isEmpty()) {
            try {
                resource = "kafka:" + admin().clusterId();
            } catch (RuntimeException e) {
                throw cluster.faults().of(Act.LOOK_UP_CLUSTER, "", e);
            }
        }
        return resource;
    }

    @Override
    public Duration deadline() {
        return check.deadline();
    }

    @Override
    public LedgerView peek() {
        List<String> problems = check.problems();
        if (problems.isEmpty()) {
            problems.addAll(check.brokerProblems(admin()));
            problems.addAll(outputs.problems(admin(), check.topics(false), false));
            problems.addAll(outputs.problems(admin(), check.topics(true), true));
        }
        if (!problems.isEmpty()) {
            throw new ConfigurationException(
                    "job '" + context.job() + "' can't write to Kafka at " + cluster.servers(), problems);
        }
        Topic topic = LedgerTopic.ensure(context.job(), options.ledgerReplication(), admin(), cluster.faults());
        return ledger().view(topic.id(), admin(), this::consumer, false);
    }

    /**
     * Old producers go first and without a word: what they left open is aborted by the new ones. All of these are made before the first one
     * waits for the broker: the others connect meanwhile, and {@link #close} ends the wait of any.
     */
    @Override
    public void fence() {
        closeSlots(Duration.ZERO);
        recorded = null;
        LeadSlot[] made = new LeadSlot[0];
        try {
            for (int slot = 0; slot < RereadSink.SLOTS; slot++) {
                made = Arrays.copyOf(made, slot + 1);
                made[slot] = slot(transactionalId(context.job(), slot));
                slots = made;
                requireOpen();
            }
            for (LeadSlot slot : made) {
                requireOpen();
                slot.fence();
            }
        } catch (RuntimeException e) {
            closeSlots(Duration.ZERO);
            throw e;
        }
    }

    private LeadSlot slot(String transactionalId) {
        Map<String, String> fixed = new TreeMap<>(SinkRules.FIXED);
        fixed.put("transactional.id", transactionalId);
        fixed.put("transaction.timeout.ms", Long.toString(deadline().toMillis()));
        // Two producers under one name would hide each other in the metrics.
        Map<String, String> named = new TreeMap<>(defaults);
        named.put("client.id", transactionalId);
        return new LeadSlot(transactionalId, cluster.producer(named, fixed), cluster.faults());
    }

    /** The topic is looked up again: it could have been made anew since the first look. What hangs on an output is refused like what hangs here. */
    @Override
    public LedgerView read() {
        Topic topic = LedgerTopic.require(context.job(), admin(), cluster.faults());
        LedgerView view = ledger().view(topic.id(), admin(), this::consumer, true);
        List<String> written = Stream.of(false, true)
                .flatMap(forgiving -> check.topics(forgiving).stream())
                .distinct()
                .toList();
        leftOpen.requireNoneAfterFencing(written, admin());
        return view;
    }

    @Override
    public void own(Owner owner) {
        LeadSlot slot = at(0);
        slot.begin();
        slot.write(ledgerRecord(new Line(context.job(), resource(), owner, null)));
        slot.commit();
        recorded = owner;
    }

    /** What is known of a topic that does not take everything; null if it does, or nothing is known. */
    @Nullable
    TopicLimits limits(String topic) {
        return outputs.limits(topic);
    }

    @Override
    public void begin(int slot) {
        at(slot).begin();
    }

    @Override
    public void write(int slot, EncodedRecord record) {
        write(slot, record, SendFailure.NO_SINK, -1);
    }

    @Override
    public void write(int slot, EncodedRecord record, int sink, long origin) {
        LeadSlot open = at(slot);
        boolean forgives = sink != SendFailure.NO_SINK && forgiving[sink];
        open.write(outputs.record(record, open.producer(), this::admin, forgives), sink, origin);
    }

    @Override
    public void flush(int slot) {
        at(slot).flush();
    }

    @Override
    public void commit(int slot, LedgerEntry entry) {
        if (!entry.job().equals(context.job()) || !entry.resource().equals(resource())) {
            throw new IllegalArgumentException(
                    entry + " was given to the ledger of job '" + context.job() + "' at " + resource());
        }
        LeadSlot sealed = at(slot);
        sealed.write(ledgerRecord(new Line(context.job(), resource(), recorded, entry)));
        sealed.commit();
    }

    /** Aborts what is open, so that readers need not wait for its timeout; a broker that is away costs two seconds, except in a start. */
    @Override
    public void close() {
        closed = true;
        closeSlots(recorded == null ? Duration.ZERO : CLOSING);
        synchronized (this) {
            if (admin != null) {
                admin.close();
                admin = null;
            }
        }
    }

    private LeadSlot at(int slot) {
        LeadSlot[] present = slots;
        if (present.length == 0) {
            throw new StaunchException(
                    "the connection to " + cluster.servers() + " is closed, or was never fenced",
                    Remedy.RESTART_FROM_CHECKPOINT);
        }
        return present[slot];
    }

    private ProducerRecord<byte[], byte[]> ledgerRecord(Line line) {
        String topic = LedgerTopic.name(context.job());
        return new ProducerRecord<>(topic, 0, LedgerFormat.key(line), LedgerFormat.value(line));
    }

    private Ledger ledger() {
        return new Ledger(
                context.job(), resource(), context.environment(), cluster.faults(), patience(), this::requireOpen);
    }

    private Duration patience() {
        return Duration.ofMillis(Long.parseLong(defaults.get("max.block.ms")));
    }

    private ConsumerPort consumer() {
        return cluster.consumer(defaults, SourceRules.FIXED);
    }

    /** Used by whoever starts the job, and by the writing thread when it meets a topic for the first time. */
    private synchronized AdminPort admin() {
        requireOpen();
        if (admin == null) {
            admin = cluster.admin(defaults);
        }
        return admin;
    }

    private void requireOpen() {
        if (closed) {
            throw new StaunchException("the connection to " + cluster.servers() + " was closed", Remedy.RETRY);
        }
    }

    private void closeSlots(Duration patience) {
        LeadSlot[] open = slots;
        slots = new LeadSlot[0];
        for (LeadSlot slot : open) {
            slot.close(patience);
        }
    }

    @Override
    public String toString() {
        return "lead of job '" + context.job() + "' at " + cluster.servers();
    }
}
