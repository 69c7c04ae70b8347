package io.staunch.kafka;

import io.staunch.error.ConfigurationException;
import io.staunch.kafka.port.AdminPort;
import io.staunch.sink.LeadContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.kafka.common.errors.AuthorizationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What must hold of the cluster before a job's transactions are begun there. */
final class StartCheck {
    private static final Logger LOG = LoggerFactory.getLogger(StartCheck.class);

    private final LeadContext context;
    private final List<SinkOptions<?>> sinks;
    private final KafkaFaults faults;

    StartCheck(LeadContext context, List<SinkOptions<?>> sinks, KafkaFaults faults) {
        this.context = context;
        this.sinks = sinks;
        this.faults = faults;
    }

    /** @throws ConfigurationException with everything that is wrong, at once */
    void run(AdminPort admin) {
        List<String> problems = new ArrayList<>();
        times(admin, problems);
        topics(admin, problems);
        if (!problems.isEmpty()) {
            throw new ConfigurationException("job '" + context.job() + "' can't write to Kafka", problems);
        }
    }

    private void times(AdminPort admin, List<String> problems) {
        Duration timeout = sinks.get(0).transactionTimeout();
        Duration longest = context.checkpointEvery().plus(context.checkpointTimeout());
        if (longest.compareTo(timeout) >= 0) {
            problems.add("a checkpoint may take " + longest
                    + " from one to the end of the next (interval and timeout), but the broker"
                    + " aborts a transaction after " + timeout
                    + ": raise transactionTimeout(...), or lower checkpointEvery or"
                    + " checkpointTimeout");
        }
        try {
            List<Integer> brokers = admin.brokers();
            if (brokers.isEmpty()) {
                return;
            }
            Map<String, String> config = admin.brokerConfig(brokers.get(0));
            String most = config.get("transaction.max.timeout.ms");
            if (most != null && timeout.toMillis() > Long.parseLong(most)) {
                problems.add("transactionTimeout is " + timeout.toMillis() + " ms, the broker allows at most " + most
                        + " (transaction.max.timeout.ms): lower the one or raise the other");
            }
        } catch (AuthorizationException e) {
            LOG.debug(
                    "the broker's transaction.max.timeout.ms can't be seen; the broker itself refuses a timeout above it");
        } catch (RuntimeException e) {
            throw faults.of(Act.LOOK_UP_CLUSTER, "", e);
        }
    }

    private void topics(AdminPort admin, List<String> problems) {
        TreeSet<String> wanted = KafkaLead.topics(sinks);
        try {
            Map<String, AdminPort.Topic> found = admin.topics(wanted);
            for (String topic : wanted) {
                if (!found.containsKey(topic)) {
                    problems.add("there is no topic '" + topic
                            + "': make it first, for example with kafka-topics.sh --create --topic " + topic
                            + " --partitions 6 --bootstrap-server "
                            + sinks.get(0).client().servers());
                }
            }
        } catch (RuntimeException e) {
            throw faults.of(Act.LOOK_UP_TOPIC, String.join(", ", wanted), e);
        }
    }
}
