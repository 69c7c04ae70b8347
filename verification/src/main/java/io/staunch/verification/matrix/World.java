package io.staunch.verification.matrix;

import io.staunch.jdbc.testkit.DatabaseServer;
import io.staunch.kafka.testkit.broker.BrokerLink;
import io.staunch.kafka.testkit.broker.BrokerSettings;
import io.staunch.kafka.testkit.broker.KafkaBroker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;

/** What all cases share, one after the other: a real broker, the network before it, and a folder. Used by one thread. */
final class World implements AutoCloseable {
    /** How often the broker looks for transactions that have been open too long: ten seconds by default. */
    private static final String LOOK_FOR_OLD_ONES = "transaction.abort.timed.out.transaction.cleanup.interval.ms";

    private final BrokerLink link;
    private final KafkaBroker broker;
    private final Path folder;
    /** Each started by the first case that needs it. */
    private final Map<Engine, DatabaseServer> databases = new EnumMap<>(Engine.class);

    private int number;

    World() throws IOException {
        folder = Files.createTempDirectory("staunch-matrix");
        link = BrokerLink.open();
        broker = KafkaBroker.start(link.through(BrokerSettings.defaults()).withOverride(LOOK_FOR_OLD_ONES, "500"));
    }

    KafkaBroker broker() {
        return broker;
    }

    DatabaseServer database(Engine engine) {
        return databases.computeIfAbsent(engine, Engine::start);
    }

    BrokerLink link() {
        return link;
    }

    /** A name that no case has had, for its job, topics and files. */
    String nextName() {
        return "case-" + ++number;
    }

    /** An empty folder of this name. */
    Path folder(String name) throws IOException {
        return Files.createDirectories(folder.resolve(name));
    }

    /** Whatever a case has left of its fault is over. */
    void heal() {
        link.pass();
        if (!broker.isAlive()) {
            broker.restart();
        }
        databases.values().stream().filter(each -> !each.isAlive()).forEach(DatabaseServer::restart);
    }

    /** Where {@link #forget} puts the folder of this name if it is to be kept. */
    Path kept(String name) {
        return folder.resolveSibling(folder.getFileName() + "-" + name);
    }

    /**
     * Deletes what a case has left: a broker of thousands of topics takes long to start.
     *
     * @param keep whether to keep the folder
     */
    void forget(String name, boolean keep) throws IOException, InterruptedException, ExecutionException {
        try (Admin admin = broker.admin()) {
            Set<String> topics = admin.listTopics().names().get().stream()
                    .filter(topic -> topic.startsWith(name + "-") || topic.equals("staunch-ledger-" + name))
                    .collect(Collectors.toSet());
            admin.deleteTopics(topics).all().get();
        }
        if (keep) {
            Files.move(folder.resolve(name), kept(name));
        } else {
            delete(folder.resolve(name));
        }
    }

    private static void delete(Path root) throws IOException {
        List<Path> all;
        try (Stream<Path> paths = Files.walk(root)) {
            all = paths.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path each : all) {
            Files.deleteIfExists(each);
        }
    }

    @Override
    public void close() throws IOException {
        databases.values().forEach(DatabaseServer::close);
        broker.close();
        link.close();
        delete(folder);
    }
}
