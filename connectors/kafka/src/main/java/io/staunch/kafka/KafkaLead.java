package io.staunch.kafka;

import io.staunch.error.ConfigurationException;
import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.kafka.port.AdminPort;
import io.staunch.ledger.LedgerEntry;
import io.staunch.ledger.LedgerView;
import io.staunch.ledger.Owner;
import io.staunch.sink.LeadConnection;
import io.staunch.sink.LeadContext;
import io.staunch.sink.RereadSink;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/**
 * The job's transactions on one cluster: two producers in turn and the ledger topic. Threads as {@link LeadConnection} says; what is shared
 * between them is the array of slots, which is replaced by {@link #fence} before they start.
 */
final class KafkaLead implements LeadConnection<ProducerRecord<byte[], byte[]>> {
    private final LeadContext context;
    private final List<SinkOptions<?>> sinks;
    private final Cluster cluster;
    private final StartCheck check;

    private @Nullable AdminPort admin;
    private @Nullable LedgerTopic ledger;
    private String resource = "";
    private String identity = "";
    private volatile LeadSlot[] slots = new LeadSlot[0];

    private KafkaLead(LeadContext context, List<SinkOptions<?>> sinks) {
        this.context = context;
        this.sinks = sinks;
        this.cluster = new Cluster(context.environment(), sinks.get(0).client(), "staunch-" + context.job() + "-lead");
        this.check = new StartCheck(context, sinks, cluster.faults());
    }

    /** @throws ConfigurationException if settings of the sinks conflict: they share their producers */
    static KafkaLead of(LeadContext context) {
        List<SinkOptions<?>> sinks = new ArrayList<>();
        for (RereadSink<?, ?> sink : context.sinks()) {
            if (!(sink instanceof KafkaSink<?> kafka)) {
                throw new ConfigurationException(
                        "sinks of one resource",
                        List.of(sink.description() + " is no Kafka sink and can't share its transactions"));
            }
            sinks.add(kafka.options());
        }
        SinkOptions<?> first = sinks.get(0);
        for (SinkOptions<?> other : sinks) {
            boolean same = other.client().properties().equals(first.client().properties())
                    && other.client()
                            .secrets()
                            .keySet()
                            .equals(first.client().secrets().keySet())
                    && other.transactionTimeout().equals(first.transactionTimeout());
            if (!same) {
                throw new ConfigurationException(
                        "sinks of one cluster share their producers, so their settings must be the same",
                        List.of(first + " and " + other
                                + ": give both the same properties, secrets and transactionTimeout"));
            }
        }
        return new KafkaLead(context, sinks);
    }

    @Override
    public String resource() {
        if (resource.isEmpty()) {
            throw new IllegalStateException("the cluster's identity is known after the first look");
        }
        return resource;
    }

    @Override
    public Duration deadline() {
        return sinks.get(0).transactionTimeout();
    }

    @Override
    public LedgerView peek() {
        AdminPort client = admin();
        try {
            resource = "kafka:" + client.clusterId();
        } catch (RuntimeException e) {
            throw cluster.faults().of(Act.LOOK_UP_CLUSTER, "", e);
        }
        check.run(client);
        identity = ledger().findOrMake().id();
        return ledger().read(identity, resource, false);
    }

    @Override
    public void fence() {
        closeSlots();
        LeadSlot[] made = new LeadSlot[RereadSink.SLOTS];
        try {
            for (int slot = 0; slot < made.length; slot++) {
                made[slot] = slot(slot);
                made[slot].fence();
            }
        } catch (RuntimeException e) {
            close(made);
            throw e;
        }
        slots = made;
    }

    @Override
    public LedgerView read() {
        return ledger().read(identity, resource, true);
    }

    @Override
    public void own(Owner owner) {
        LeadSlot slot = slots[0];
        slot.begin();
        slot.write(record(LedgerFormat.ownerKey(resource), LedgerFormat.bytes(owner)));
        slot.commit();
    }

    @Override
    public void begin(int slot) {
        at(slot).begin();
    }

    @Override
    public void write(int slot, ProducerRecord<byte[], byte[]> record) {
        at(slot).write(record);
    }

    @Override
    public void flush(int slot) {
        at(slot).flush();
    }

    @Override
    public void commit(int slot, LedgerEntry entry) {
        LeadSlot sealed = at(slot);
        sealed.write(record(LedgerFormat.entryKey(resource), LedgerFormat.bytes(entry)));
        sealed.commit();
    }

    @Override
    public void close() {
        closeSlots();
        if (admin != null) {
            admin.close();
            admin = null;
        }
    }

    private LeadSlot at(int slot) {
        LeadSlot[] present = slots;
        if (present.length == 0) {
            throw new StaunchException(
                    "the connection to " + cluster.servers() + " was closed", Remedy.RESTART_FROM_CHECKPOINT);
        }
        return present[slot];
    }

    private LeadSlot slot(int number) {
        String id = "staunch-" + context.job() + "-" + number;
        Map<String, String> fixed = Map.of(
                "transactional.id",
                id,
                "transaction.timeout.ms",
                Long.toString(deadline().toMillis()),
                "enable.idempotence",
                "true",
                "acks",
                "all");
        return new LeadSlot(id, cluster.producer(SinkRules.DEFAULTS, fixed), cluster.faults());
    }

    private ProducerRecord<byte[], byte[]> record(byte[] key, byte[] value) {
        return new ProducerRecord<>(ledger().topic(), 0, key, value);
    }

    private void closeSlots() {
        LeadSlot[] open = slots;
        slots = new LeadSlot[0];
        close(open);
    }

    private static void close(@Nullable LeadSlot[] open) {
        for (LeadSlot slot : open) {
            if (slot != null) {
                slot.close();
            }
        }
    }

    private AdminPort admin() {
        if (admin == null) {
            admin = cluster.admin(SinkRules.DEFAULTS);
        }
        return admin;
    }

    private LedgerTopic ledger() {
        if (ledger == null) {
            ledger = new LedgerTopic(
                    context.job(),
                    admin(),
                    () -> cluster.consumer(SourceRules.DEFAULTS, SourceRules.FIXED),
                    cluster.faults());
        }
        return ledger;
    }

    /** Topics that the sinks name, in order. */
    static TreeSet<String> topics(List<SinkOptions<?>> sinks) {
        var topics = new TreeSet<String>();
        for (SinkOptions<?> sink : sinks) {
            if (sink.topic() != null) {
                topics.add(sink.topic());
            }
        }
        return topics;
    }
}
