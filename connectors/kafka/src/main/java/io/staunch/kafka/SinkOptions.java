package io.staunch.kafka;

import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What holds for all sinks on one cluster, since they share their producers.
 *
 * @param client how the cluster is reached
 * @param transactionTimeout how long a transaction may be open; null for one that fits the job's checkpoints
 * @param ledgerReplication copies of the ledger topic when it is made; 0 for as many as there are brokers, at most 3
 */
record SinkOptions(ClientOptions client, @Nullable Duration transactionTimeout, int ledgerReplication)
        implements Serializable {
    static final SinkOptions NONE = new SinkOptions(ClientOptions.NONE, null, 0);

    SinkOptions client(ClientOptions changed) {
        return new SinkOptions(changed, transactionTimeout, ledgerReplication);
    }

    SinkOptions transactionTimeout(Duration timeout) {
        return new SinkOptions(client, timeout, ledgerReplication);
    }

    SinkOptions ledgerReplication(int copies) {
        return new SinkOptions(client, transactionTimeout, copies);
    }

    /** All mistakes, one sentence each. */
    List<String> problems() {
        List<String> problems = new ArrayList<>(client.problems(SinkRules.RULES));
        if (transactionTimeout != null && transactionTimeout.toMillis() < 1_000) {
            problems.add("transactionTimeout must be at least a second, was " + transactionTimeout);
        }
        if (transactionTimeout != null && transactionTimeout.toMillis() > Integer.MAX_VALUE) {
            problems.add("transactionTimeout must be at most " + Integer.MAX_VALUE + " ms, was " + transactionTimeout);
        }
        if (ledgerReplication < 0 || ledgerReplication > Short.MAX_VALUE) {
            problems.add("ledgerReplication must be from 1 to " + Short.MAX_VALUE + ", was " + ledgerReplication);
        }
        return problems;
    }

    /** Names of settings in which the two differ; no values. */
    Set<String> differences(SinkOptions other) {
        Set<String> names = new TreeSet<>();
        names.addAll(Maps.differences(client.properties(), other.client.properties()));
        names.addAll(Maps.differences(client.secrets(), other.client.secrets()));
        if (!Objects.equals(transactionTimeout, other.transactionTimeout)) {
            names.add("transactionTimeout");
        }
        if (ledgerReplication != other.ledgerReplication) {
            names.add("ledgerReplication");
        }
        return names;
    }

    /** What serialisers are configured with: all that the user has set. */
    Map<String, String> serializerSettings() {
        return client.resolveFor(Set.of(), Set.of());
    }

    /** Whether records take fewer bytes when they are sent. */
    boolean compressed() {
        return !client.properties()
                .getOrDefault("compression.type", "none")
                .strip()
                .equals("none");
    }

    /** The largest record that may be sent, in bytes. */
    int mostBytes() {
        long request = Long.parseLong(client.properties().getOrDefault("max.request.size", SinkRules.REQUEST));
        long buffer = Long.parseLong(client.properties().getOrDefault("buffer.memory", SinkRules.BUFFER));
        return (int) Math.min(Integer.MAX_VALUE, Math.min(request, buffer));
    }
}
