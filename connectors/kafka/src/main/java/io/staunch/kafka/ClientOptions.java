package io.staunch.kafka;

import io.staunch.secret.Secret;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigValue;

/**
 * How clients reach a cluster, as the user said it. Values of settings are never shown, since some of them are secrets
 * under names that only the user knows.
 *
 * @param servers the bootstrap servers in sorted order, separated by commas; empty if not set
 * @param properties client settings by Kafka's names
 * @param secrets client settings whose values come from elsewhere
 */
record ClientOptions(String servers, SortedMap<String, String> properties, SortedMap<String, Secret> secrets)
        implements Serializable {
    private static final Pattern ADDRESS =
            Pattern.compile("([a-zA-Z][a-zA-Z0-9+.-]*://)?(\\[[0-9a-fA-F:%.]+]|[0-9a-zA-Z._-]+):[0-9]{1,5}");

    static final ClientOptions NONE = new ClientOptions("", new TreeMap<>(), new TreeMap<>());

    ClientOptions {
        properties = Collections.unmodifiableSortedMap(new TreeMap<>(properties));
        secrets = Collections.unmodifiableSortedMap(new TreeMap<>(secrets));
    }

    ClientOptions bootstrapServers(String addresses) {
        Set<String> sorted = new TreeSet<>();
        Arrays.stream(addresses.split(",")).map(String::strip).forEach(sorted::add);
        sorted.remove("");
        return new ClientOptions(String.join(",", sorted), properties, secrets);
    }

    ClientOptions property(String name, String value) {
        SortedMap<String, String> more = new TreeMap<>(properties);
        more.put(name, value);
        return new ClientOptions(servers, more, secrets);
    }

    ClientOptions secret(String name, Secret secret) {
        SortedMap<String, Secret> more = new TreeMap<>(secrets);
        more.put(name, secret);
        return new ClientOptions(servers, properties, more);
    }

    /** All mistakes, one sentence each. */
    List<String> problems(ClientRules rules) {
        List<String> problems = new ArrayList<>();
        if (servers.isEmpty()) {
            problems.add("no brokers are given: name them with bootstrapServers(\"host:port,...\")");
        }
        for (String address : servers.isEmpty() ? new String[0] : servers.split(",")) {
            if (!ADDRESS.matcher(address).matches()) {
                problems.add("bootstrapServers: '" + address + "' is no host:port");
            }
        }
        properties.forEach((name, value) -> refusals(rules, name, value, problems));
        secrets.forEach((name, secret) -> secretProblems(rules, name, problems));
        problems.addAll(wrongTypes(rules));
        return problems;
    }

    private static void refusals(ClientRules rules, String name, String value, List<String> problems) {
        String instead = rules.refused().get(name);
        ClientRules.Limit limit = rules.limited().get(name);
        if (instead != null) {
            problems.add("property '" + name + "' is not yours to set: " + instead);
        } else if (limit != null) {
            String problem = limit.problem(value);
            if (problem != null) {
                problems.add("property '" + name + "' is refused: " + problem);
            }
        }
    }

    private void secretProblems(ClientRules rules, String name, List<String> problems) {
        ConfigDef.ConfigKey key = rules.definition().configKeys().get(name);
        String instead = rules.refused().get(name);
        if (instead != null || rules.limited().containsKey(name)) {
            problems.add("secret '" + name + "' is not yours to set as a secret"
                    + (instead == null ? ": use property(...)" : ": " + instead));
        } else if (key != null && key.type != ConfigDef.Type.PASSWORD) {
            problems.add("secret '" + name + "' would be written to the log in clear by the Kafka client, which does"
                    + " not take it for a secret: use property(...) if it is none");
        }
        if (properties.containsKey(name)) {
            problems.add("'" + name + "' is set as a property and as a secret: keep one");
        }
    }

    /**
     * What Kafka's own definition says of the values. Only of names that are set: what is missing is our own to add.
     */
    private List<String> wrongTypes(ClientRules rules) {
        List<String> problems = new ArrayList<>();
        if (properties.isEmpty()) {
            return problems;
        }
        for (ConfigValue value : rules.definition().validate(new TreeMap<>(properties))) {
            boolean ours =
                    properties.containsKey(value.name()) && !rules.refused().containsKey(value.name());
            if (ours && !value.errorMessages().isEmpty()) {
                problems.add("property '" + value.name() + "': "
                        + value.errorMessages().get(0));
            }
        }
        return problems;
    }

    /**
     * The settings of the user that a client of this definition knows, or that no client knows (plug-ins have some).
     */
    Map<String, String> resolveFor(Set<String> known, Set<String> knownByOthers) {
        Map<String, String> resolved = new TreeMap<>(properties);
        secrets.forEach((name, secret) -> resolved.put(name, secret.resolve(name)));
        resolved.keySet().removeIf(name -> knownByOthers.contains(name) && !known.contains(name));
        return resolved;
    }

    /** For messages: the bootstrap servers. */
    String place() {
        return servers.isEmpty() ? "no brokers" : servers;
    }

    /** Whether Kafka takes a setting of this name, in any client, for a secret. */
    static boolean isPassword(String name) {
        return Stream.of(AdminClientConfig.configDef(), ConsumerConfig.configDef(), ProducerConfig.configDef())
                .map(definition -> definition.configKeys().get(name))
                .anyMatch(key -> key != null && key.type == ConfigDef.Type.PASSWORD);
    }

    /** Names of settings, for messages; no values. */
    @Override
    public String toString() {
        return "at " + place()
                + (properties.isEmpty() ? "" : ", properties " + properties.keySet())
                + (secrets.isEmpty() ? "" : ", secrets " + secrets);
    }
}
