package io.staunch.kafka;

import io.staunch.error.ConfigurationException;
import io.staunch.kafka.port.AdminPort;
import io.staunch.sink.LeadContext;
import io.staunch.sink.RereadSink;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.common.errors.AuthorizationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What must hold before a job's transactions are begun: its sinks agree, and all times fit each other. */
final class StartCheck {
    private static final Logger LOG = LoggerFactory.getLogger(StartCheck.class);
    private static final Duration SHORTEST_TRANSACTION = Duration.ofSeconds(60);

    /** Kafka's default for the broker's maximum. */
    private static final Duration LONGEST_TRANSACTION = Duration.ofMinutes(15);

    private final LeadContext context;
    private final List<KafkaSink<?>> sinks;
    private final SinkOptions options;
    private final KafkaFaults faults;

    StartCheck(LeadContext context, List<KafkaSink<?>> sinks, KafkaFaults faults) {
        this.context = context;
        this.sinks = sinks;
        this.options = sinks.get(0).options();
        this.faults = faults;
    }

    /** @throws ConfigurationException if one of the resource's sinks is of another kind */
    static List<KafkaSink<?>> sinksOf(LeadContext context) {
        List<KafkaSink<?>> sinks = new ArrayList<>();
        for (RereadSink<?, ?> sink : context.sinks()) {
            if (!(sink instanceof KafkaSink<?> kafka)) {
                throw new ConfigurationException(
                        "sinks of one resource",
                        List.of(sink.description() + " is no Kafka sink and can't share its transactions"));
            }
            sinks.add(kafka);
        }
        return sinks;
    }

    /**
     * The topics that the sinks name; those that a function chooses are looked at when they are met.
     *
     * @param forgiving of sinks that don't stop the job at a record that is refused, or of the others
     */
    List<String> topics(boolean forgiving) {
        return sinks.stream()
                .filter(sink -> sink.forgives() == forgiving)
                .map(sink -> sink.encoding().topic())
                .filter(Objects::nonNull)
                .distinct()
                .sorted()
                .toList();
    }

    /** How long a transaction may be open: as the user said, or long enough for what the job does. */
    Duration deadline() {
        return deadline(options, context.checkpointEvery(), context.checkpointTimeout());
    }

    /** The same for what is not started. */
    static Duration deadline(SinkOptions options, Duration checkpointEvery, Duration checkpointTimeout) {
        if (options.transactionTimeout() != null) {
            return options.transactionTimeout();
        }
        Duration fits = checkpointEvery.plus(checkpointTimeout.multipliedBy(2));
        Duration atLeast = fits.compareTo(SHORTEST_TRANSACTION) < 0 ? SHORTEST_TRANSACTION : fits;
        return atLeast.compareTo(LONGEST_TRANSACTION) > 0 ? LONGEST_TRANSACTION : atLeast;
    }

    /** All mistakes that can be seen without looking outside, one sentence each; a list of the caller's own. */
    List<String> problems() {
        List<String> problems = new ArrayList<>();
        for (KafkaSink<?> other : sinks.subList(1, sinks.size())) {
            Set<String> differences = options.differences(other.options());
            if (!differences.isEmpty()) {
                problems.add("the sinks to " + sinks.get(0).encoding().words() + " and to "
                        + other.encoding().words() + " share their producers, and differ in " + differences
                        + ": give both the same settings");
            }
        }
        Duration needed = context.checkpointEvery().plus(context.checkpointTimeout());
        if (deadline().compareTo(needed) <= 0) {
            problems.add("a transaction is aborted after " + deadline() + ", but an interval of "
                    + context.checkpointEvery() + " and a checkpoint of up to " + context.checkpointTimeout()
                    + " may keep it open for " + needed + ": set transactionTimeout(...) above that, or lower"
                    + " checkpointEvery or checkpointTimeout");
        }
        for (String name : List.of("max.block.ms", "delivery.timeout.ms", "request.timeout.ms")) {
            String value = options.client().properties().get(name);
            if (value != null
                    && Long.parseLong(value.strip())
                            >= context.checkpointTimeout().toMillis()) {
                problems.add("property '" + name + "' is " + value + " ms and must be below the checkpointTimeout of "
                        + context.checkpointTimeout()
                        + ", or a checkpoint is given up before the producer gives a reason");
            }
        }
        return problems;
    }

    /** The same against the broker's maximum. A client that may not see it leaves that to the broker, which refuses. */
    List<String> brokerProblems(AdminPort admin) {
        try {
            Map<String, String> config = admin.brokerConfig(admin.brokers().get(0));
            String most = config.get("transaction.max.timeout.ms");
            if (most != null && deadline().toMillis() > Long.parseLong(most)) {
                return List.of(
                        "a transaction may be open for " + deadline().toMillis() + " ms, and the broker allows at"
                                + " most " + most
                                + " (transaction.max.timeout.ms): lower transactionTimeout(...), checkpointEvery"
                                + " or checkpointTimeout, or raise the broker's maximum");
            }
        } catch (AuthorizationException e) {
            LOG.debug("this user may not see the broker's settings: the broker refuses a transaction timeout above its"
                    + " maximum itself");
        } catch (RuntimeException e) {
            throw faults.of(Act.LOOK_UP_CLUSTER, "", e);
        }
        return List.of();
    }

    /**
     * How long the producer's calls may block by default: well below a checkpoint's time, so that it tells the reason.
     */
    static Map<String, String> defaults(Duration checkpointTimeout) {
        long half = Math.max(1_000, Math.min(30_000, checkpointTimeout.toMillis() / 2));
        Map<String, String> values = new TreeMap<>(SinkRules.DEFAULTS);
        values.put("max.block.ms", Long.toString(half));
        values.put("delivery.timeout.ms", Long.toString(half));
        values.put("default.api.timeout.ms", Long.toString(half));
        values.put("request.timeout.ms", Long.toString(half / 2));
        return values;
    }
}
