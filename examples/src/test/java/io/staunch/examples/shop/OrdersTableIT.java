package io.staunch.examples.shop;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.Job;
import io.staunch.Pipeline;
import io.staunch.Settings;
import io.staunch.Staunch;
import io.staunch.jdbc.Database;
import io.staunch.jdbc.testkit.PostgresServer;
import io.staunch.kafka.testkit.broker.KafkaBroker;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** On a real broker and a real PostgreSQL, which is killed meanwhile. */
class OrdersTableIT {
    private static final int ORDERS = 300;
    private static final Duration LOOK = Duration.ofMillis(10);

    @Test
    @Timeout(180)
    void eachOrderIsARowOnceThoughTheDatabaseDiesAndARefusedOneIsSetAside(@TempDir Path state) throws Exception {
        try (KafkaBroker broker = KafkaBroker.start();
                PostgresServer server = PostgresServer.start()) {
            broker.createTopic("orders", 1);
            server.run(OrdersTableJob.TABLE);
            Pipeline pipeline = OrdersTableJob.pipeline(
                    broker.bootstrapServers(), Database.url(server.url()).user(server.user()));
            try (Job job = Staunch.start(pipeline, Settings.stateIn(state))) {
                send(broker, 0, ORDERS / 2);
                await(job, server, "select count(*) from orders", Integer.toString(ORDERS / 2));
                server.kill();
                send(broker, ORDERS / 2, ORDERS);
                server.restart();
                await(
                        job,
                        server,
                        "select (select count(*) from orders) + (select count(*) from orders_refused)",
                        Integer.toString(ORDERS));
                job.stop();
                job.await();
            }
            assertThat(rows(server, "select count(distinct order_id) from orders"))
                    .containsExactly(Integer.toString(ORDERS - 1));
            assertThat(rows(server, "select content from orders_refused"))
                    .singleElement()
                    .asString()
                    .contains("\"order_id\": \"o200\"");
        }
    }

    private static void send(KafkaBroker broker, int from, int to) throws Exception {
        try (var producer =
                new KafkaProducer<>(broker.clientProperties(), new StringSerializer(), new StringSerializer())) {
            for (int i = from; i < to; i++) {
                String price = i == 200 ? "-1.50" : "2.50";
                producer.send(new ProducerRecord<>(
                                "orders",
                                "{\"orderId\":\"o" + i + "\",\"customer\":\"c" + i % 7 + "\",\"price\":" + price
                                        + ",\"placedAt\":\"2026-11-30T05:00:00Z\"}"))
                        .get();
            }
        }
    }

    private static void await(Job job, PostgresServer server, String query, String expected) throws Exception {
        while (!rows(server, query).equals(List.of(expected))) {
            assertThat(job.await(LOOK)).as("ended by itself").isFalse();
        }
    }

    private static List<String> rows(PostgresServer server, String query) throws Exception {
        List<String> found = new ArrayList<>();
        try (Connection connection = server.connect();
                ResultSet rows = connection.createStatement().executeQuery(query)) {
            while (rows.next()) {
                found.add(rows.getString(1));
            }
        }
        return found;
    }
}
