package com.example.spending;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** The whole application against a broker: {@code -Dbroker=host:port}, whose topics {@code orders} and {@code spending} it makes. */
@Timeout(120)
class SpendingApplicationTest {
    private static final String BROKER = System.getProperty("broker", "localhost:9092");
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    @TempDir
    static Path state;

    @BeforeAll
    static void makeTopics() throws Exception {
        Awaitility.setDefaultTimeout(Duration.ofSeconds(100));
        try (Admin admin = Admin.create(clients())) {
            admin.createTopics(List.of(new NewTopic("orders", 2, (short) 1), new NewTopic("spending", 2, (short) 1)))
                    .all()
                    .get();
        }
    }

    private static Properties clients() {
        var properties = new Properties();
        properties.put("bootstrap.servers", BROKER);
        return properties;
    }

    private static ConfigurableApplicationContext start(String broker) {
        return SpringApplication.run(
                SpendingApplication.class,
                "--server.port=0",
                "--spending.broker=" + broker,
                "--spending.state=" + state.resolve(broker.replace(':', '-')),
                "--spending.archive=" + state.resolve("archive"));
    }

    private static HttpResponse<String> get(ConfigurableApplicationContext application, String path) {
        String port = application.getEnvironment().getProperty("local.server.port");
        URI uri = URI.create("http://localhost:" + port + "/actuator/" + path);
        try {
            return HTTP.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void theJobLivesAndDiesWithTheApplicationAndItsOutputIsExact() throws IOException {
        Queue<ILoggingEvent> log;
        try (ConfigurableApplicationContext application = start(BROKER)) {
            await().until(() -> get(application, "health/readiness").statusCode() == 200);
            assertThat(get(application, "health/liveness").statusCode()).isEqualTo(200);
            order("ann", 1);
            order("bob", 10);
            order("ann", 2);
            assertThat(committed(3))
                    .containsExactlyInAnyOrder(
                            "{\"customer\":\"ann\",\"cents\":1}",
                            "{\"customer\":\"bob\",\"cents\":10}",
                            "{\"customer\":\"ann\",\"cents\":3}");
            await().untilAsserted(
                            () -> assertThat(get(application, "prometheus").body())
                                    .contains("staunch_source_records_total{job=\"spending\",source=\"orders\"} 3.0")
                                    .contains("staunch_source_lag_records{job=\"spending\",source=\"orders\"} 0.0")
                                    .contains("staunch_job_ready{job=\"spending\"} 1.0"));
            namesInTheGuideAreThere(get(application, "prometheus").body());
        }
        assertThat(archived()).hasSize(3).contains("{\"customer\":\"ann\",\"cents\":3}");
        try (ConfigurableApplicationContext application = start(BROKER)) {
            log = listen();
            order("ann", 4);
            assertThat(committed(4)).contains("{\"customer\":\"ann\",\"cents\":7}");
        }
        assertThat(archived()).hasSize(4).contains("{\"customer\":\"ann\",\"cents\":7}");
        mdcSaysWhereALineComesFrom(log);
    }

    @Test
    void withoutABrokerTheApplicationIsLiveAndNotReady() {
        try (ConfigurableApplicationContext application = start("localhost:1")) {
            assertThat(get(application, "health/liveness").statusCode()).isEqualTo(200);
            assertThat(get(application, "health/readiness").statusCode()).isEqualTo(503);
            assertThat(get(application, "prometheus").body()).contains("staunch_job_ready{job=\"spending\"} 0.0");
        }
    }

    /** The lines of all files that are whole. */
    private static List<String> archived() throws IOException {
        List<String> lines = new ArrayList<>();
        try (DirectoryStream<Path> whole = Files.newDirectoryStream(state.resolve("archive"), "[!.]*.jsonl")) {
            for (Path file : whole) {
                lines.addAll(Files.readAllLines(file));
            }
        }
        return lines;
    }

    /** What Staunch's operations guide calls meters in Prometheus, if the build that calls this one says so. */
    private static void namesInTheGuideAreThere(String scraped) {
        String named = System.getProperty("guide.names", "");
        Set<String> names = Pattern.compile("^(?:# TYPE )?(staunch_[a-z_]+)", Pattern.MULTILINE)
                .matcher(scraped)
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(names).contains(named.isEmpty() ? new String[0] : named.split(","));
    }

    private static Queue<ILoggingEvent> listen() {
        Queue<ILoggingEvent> events = new ConcurrentLinkedQueue<>();
        Logger logger = (Logger) LoggerFactory.getLogger("io.staunch.protocol");
        var appender = new AppenderBase<ILoggingEvent>() {
            @Override
            protected void append(ILoggingEvent event) {
                event.getMDCPropertyMap();
                events.add(event);
            }
        };
        appender.start();
        logger.addAppender(appender);
        logger.setLevel(Level.DEBUG);
        return events;
    }

    private static void mdcSaysWhereALineComesFrom(Queue<ILoggingEvent> log) {
        assertThat(log).anySatisfy(event -> {
            assertThat(event.getFormattedMessage()).startsWith("SETTLED");
            Map<String, String> mdc = event.getMDCPropertyMap();
            assertThat(mdc).containsEntry("job", "spending").containsEntry("epoch", "2");
            assertThat(Long.parseLong(mdc.get("checkpoint"))).isPositive();
        });
    }

    private static void order(String customer, long cents) {
        var serializer = new StringSerializer();
        try (var producer = new KafkaProducer<>(clients(), serializer, serializer)) {
            producer.send(new ProducerRecord<>(
                    "orders", customer, "{\"customer\":\"" + customer + "\",\"cents\":" + cents
                            + ",\"at\":\"2026-01-01T00:00:00Z\"}"));
        }
    }

    private static List<String> committed(int count) {
        Properties properties = clients();
        properties.put("isolation.level", "read_committed");
        properties.put("auto.offset.reset", "earliest");
        properties.put("group.id", "reader-" + System.nanoTime());
        var deserializer = new StringDeserializer();
        List<String> values = new ArrayList<>();
        try (var consumer = new KafkaConsumer<>(properties, deserializer, deserializer)) {
            consumer.subscribe(List.of("spending"));
            while (values.size() < count) {
                consumer.poll(Duration.ofMillis(100)).forEach(record -> values.add(record.value()));
            }
        }
        return values;
    }
}
