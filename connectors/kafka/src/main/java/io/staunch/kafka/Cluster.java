package io.staunch.kafka;

import io.staunch.environment.Environment;
import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.kafka.port.AdminPort;
import io.staunch.kafka.port.ClientSettings;
import io.staunch.kafka.port.ConsumerPort;
import io.staunch.kafka.port.KafkaClients;
import io.staunch.kafka.port.ProducerPort;
import io.staunch.kafka.wire.KafkaClientsOverTheWire;
import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;

/**
 * Makes the clients of one source or sink. The user's settings go over our defaults, what the guarantee needs goes over
 * both, and no secret gets out with an error.
 */
final class Cluster {
    private static final Set<String> ANY_CLIENT = new HashSet<>();

    static {
        ANY_CLIENT.addAll(AdminClientConfig.configNames());
        ANY_CLIENT.addAll(ConsumerConfig.configNames());
        ANY_CLIENT.addAll(ProducerConfig.configNames());
    }

    private final KafkaClients clients;
    private final ClientOptions options;
    private final KafkaFaults faults;
    private final String clientId;

    /** @param clientId how the broker's logs and metrics call these clients, unless the user says otherwise */
    Cluster(Environment environment, ClientOptions options, String clientId) {
        this.clients = environment.port(KafkaClients.class, KafkaClientsOverTheWire::new);
        this.options = options;
        this.faults = new KafkaFaults(options.servers());
        this.clientId = clientId;
    }

    String servers() {
        return options.servers();
    }

    KafkaFaults faults() {
        return faults;
    }

    AdminPort admin(Map<String, String> defaults) {
        return make("admin client", AdminClientConfig.configNames(), defaults, Map.of(), clients::admin);
    }

    ProducerPort producer(Map<String, String> defaults, Map<String, String> fixed) {
        return make("producer", ProducerConfig.configNames(), defaults, fixed, clients::producer);
    }

    ConsumerPort consumer(Map<String, String> defaults, Map<String, String> fixed) {
        return make("consumer", ConsumerConfig.configNames(), defaults, fixed, clients::consumer);
    }

    private <C> C make(
            String what,
            Set<String> known,
            Map<String, String> defaults,
            Map<String, String> fixed,
            Function<ClientSettings, C> maker) {
        Map<String, String> values = new TreeMap<>(defaults);
        values.putIfAbsent("client.id", clientId);
        values.putAll(options.resolveFor(known, ANY_CLIENT));
        values.putAll(fixed);
        values.put("bootstrap.servers", options.servers());
        try {
            return maker.apply(new ClientSettings(values));
        } catch (RuntimeException e) {
            throw notMade(what, values, e);
        }
    }

    /** The reasons in one line; with the error itself as cause only if none of its messages holds a secret. */
    private StaunchException notMade(String what, Map<String, String> values, RuntimeException error) {
        Set<String> hidden = new HashSet<>();
        values.forEach((name, value) -> {
            if (options.secrets().containsKey(name) || ClientOptions.isPassword(name)) {
                hidden.addAll(SecretWords.of(value));
            }
        });
        var why = new StringBuilder();
        boolean leaks = false;
        for (Throwable t = error; t != null && t != t.getCause(); t = t.getCause()) {
            String said = String.valueOf(t.getMessage());
            if (hidden.stream().anyMatch(said::contains)) {
                leaks = true;
                said = t.getClass().getSimpleName() + " (its message is left out: it shows a secret)";
            }
            why.append(why.isEmpty() ? "" : ": ").append(said);
        }
        boolean passes = noNameKnown(options.servers());
        return new StaunchException(
                "the Kafka " + what + " for " + options.servers() + " can't be made: " + why
                        + (passes
                                ? ". Nobody here knows these names now. Check bootstrapServers and the name service"
                                : ""),
                passes ? Remedy.RETRY : Remedy.FAIL_JOB,
                leaks ? null : error);
    }

    /** A name service that is away comes back; a running job must not end over it. */
    private static boolean noNameKnown(String servers) {
        return Stream.of(servers.split(",", -1))
                .map(address -> address.replaceFirst("^.*://", "").replaceFirst(":[0-9]+$", ""))
                .allMatch(host -> new InetSocketAddress(host, 0).isUnresolved());
    }
}
