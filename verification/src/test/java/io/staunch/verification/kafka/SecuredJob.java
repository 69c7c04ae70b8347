package io.staunch.verification.kafka;

import io.staunch.Job;
import io.staunch.Pipeline;
import io.staunch.Settings;
import io.staunch.Staunch;
import io.staunch.error.StaunchException;
import io.staunch.kafka.KafkaSink;
import io.staunch.kafka.KafkaSource;
import io.staunch.kafka.testkit.broker.KafkaBroker;
import io.staunch.secret.Secret;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A job of a user who has to log in. Also a program: it tells all it can of itself, and goes on until its input ends. */
final class SecuredJob {
    private static final String LOGIN = "sasl.jaas.config";

    private SecuredJob() {}

    /**
     * How a user gets to a broker.
     *
     * @param servers the broker
     * @param properties what may be seen
     * @param login a file with what may not
     */
    record Access(String servers, Map<String, String> properties, Path login) {
        static Access of(KafkaBroker broker, String user, Path folder) {
            Map<String, String> properties = new TreeMap<>();
            broker.clientProperties(user).forEach((name, value) -> properties.put(name, value.toString()));
            Path login = folder.resolve(user + ".login");
            try {
                Files.writeString(login, properties.remove(LOGIN) + "\n");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return new Access(properties.remove("bootstrap.servers"), properties, login);
        }

        KafkaSource<String> source(String topic) {
            KafkaSource<String> source =
                    KafkaSource.strings().bootstrapServers(servers).topic(topic);
            for (Map.Entry<String, String> property : properties.entrySet()) {
                source = source.property(property.getKey(), property.getValue());
            }
            return source.secret(LOGIN, Secret.file(login));
        }

        KafkaSink<CountingJob.Running> sink(String topic) {
            KafkaSink<CountingJob.Running> sink = KafkaSink.json(CountingJob.Running.class)
                    .bootstrapServers(servers)
                    .topic(topic);
            for (Map.Entry<String, String> property : properties.entrySet()) {
                sink = sink.property(property.getKey(), property.getValue());
            }
            return sink.secret(LOGIN, Secret.file(login));
        }

        /** For {@link #main}. */
        List<String> arguments(String job, Path state) {
            List<String> arguments = new ArrayList<>(List.of(job, state.toString(), servers, login.toString()));
            properties.forEach((name, value) -> arguments.add(name + "=" + value));
            return arguments;
        }
    }

    static Pipeline pipeline(String job, Access access) {
        return CountingJob.pipeline(job, access.source(job + "-in"), access.sink(job + "-out"));
    }

    static Settings settings(Path state) {
        return Settings.stateIn(state)
                .checkpointEvery(Duration.ofMillis(50))
                .parallelism(2)
                .lastCheckpointWithin(Duration.ZERO);
    }

    public static void main(String[] args) throws Exception {
        Map<String, String> properties = new TreeMap<>();
        for (String property : Arrays.asList(args).subList(4, args.length)) {
            int at = property.indexOf('=');
            properties.put(property.substring(0, at), property.substring(at + 1));
        }
        var access = new Access(args[2], properties, Path.of(args[3]));
        Pipeline pipeline = pipeline(args[0], access);
        System.out.println(pipeline);
        System.out.println(pipeline.nodes());
        System.out.println(access.source("t") + "\n" + access.source("t").description());
        System.out.println(access.sink("t") + "\n" + access.sink("t").description());
        System.out.println(pipeline.guaranteeReport());
        try (Job job = Staunch.start(pipeline, settings(Path.of(args[1])))) {
            System.out.println(job);
            while (System.in.read() >= 0) {
                System.out.println(job.status() + " " + job.metrics());
            }
            job.stop();
            job.await();
            System.out.println(job.status() + " " + job.metrics());
        } catch (StaunchException e) {
            e.printStackTrace();
            System.out.println("failed with " + e);
        }
    }
}
