package io.staunch.kafka.testkit.broker;

import java.io.FileReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.logging.Level;
import java.util.logging.Logger;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.tools.StorageTool;
import org.apache.kafka.common.utils.Time;

/**
 * What the broker's JVM runs: formats the storage if it is new, starts one node, and says {@link #READY} on standard
 * output when the node is registered, caught up and open for clients. Started by {@link BrokerProcess} only.
 *
 * <p>The JVM halts when its standard input ends, which it does when the parent is gone, however that came about.
 */
public final class BrokerMain {
    /** The only line on standard output. */
    static final String READY = "ready";

    private BrokerMain() {}

    /**
     * Runs a node.
     *
     * @param arguments the path of {@code server.properties}, and the cluster id for storage that is still empty
     */
    public static void main(String[] arguments) {
        PrintStream parent = System.out;
        // Standard output belongs to the parent; what logs to the console goes to the log.
        System.setOut(System.err);
        Logger.getLogger("").setLevel(Level.WARNING);
        haltWhenInputEnds(System.in);
        try {
            Path settings = Path.of(arguments[0]);
            KafkaConfig config = KafkaConfig.fromProps(read(settings));
            if (!Files.exists(Path.of(config.metadataLogDir(), "meta.properties"))) {
                format(settings, arguments[1]);
            }
            new KafkaRaftServer(config, Time.SYSTEM).startup();
            parent.println(READY);
            parent.flush();
        } catch (Throwable e) {
            e.printStackTrace();
            Runtime.getRuntime().halt(1);
        }
    }

    private static Properties read(Path settings) throws IOException {
        Properties properties = new Properties();
        try (Reader reader = new FileReader(settings.toFile(), StandardCharsets.UTF_8)) {
            properties.load(reader);
        }
        return properties;
    }

    private static void format(Path settings, String clusterId) {
        String[] command = {"format", "--config", settings.toString(), "--cluster-id", clusterId, "--ignore-formatted"};
        int exitCode = StorageTool.execute(command, System.err);
        if (exitCode != 0) {
            throw new IllegalStateException("Formatting the storage ended with code " + exitCode);
        }
    }

    private static void haltWhenInputEnds(InputStream input) {
        Thread watch = new Thread(
                () -> {
                    try {
                        while (input.read() >= 0) {
                            // nothing is ever said
                        }
                    } catch (IOException e) {
                        System.err.println("Lost sight of the parent: " + e);
                    }
                    Runtime.getRuntime().halt(2);
                },
                "parent-watch");
        watch.setDaemon(true);
        watch.start();
    }
}
