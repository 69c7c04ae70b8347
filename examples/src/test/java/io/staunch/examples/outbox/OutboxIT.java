package io.staunch.examples.outbox;

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
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** On a real PostgreSQL and a real broker, with a job that is stopped and started again. */
class OutboxIT {
    @Test
    @Timeout(180)
    void eachCommittedEventComesOnceThoughOneIsCommittedBehindThoseAfterIt(@TempDir Path state) throws Exception {
        try (KafkaBroker broker = KafkaBroker.start();
                PostgresServer server = PostgresServer.start()) {
            broker.createTopic("events", 1);
            server.run(OutboxJob.TABLE, insert(100));
            Pipeline pipeline =
                    OutboxJob.pipeline(Database.url(server.url()).user(server.user()), broker.bootstrapServers());
            try (Job job = Staunch.start(pipeline, Settings.stateIn(state))) {
                read(broker, 100);
                job.stop();
                job.await();
            }
            try (Connection late = server.connect();
                    Connection undone = server.connect()) {
                begin(late);
                begin(undone);
                server.run(insert(50));
                try (Job job = Staunch.start(pipeline, Settings.stateIn(state))) {
                    undone.rollback();
                    late.commit();
                    read(broker, 151);
                    job.stop();
                    job.await();
                }
            }
            List<String> expected = new ArrayList<>();
            for (int id = 1; id <= 152; id++) {
                if (id != 102) {
                    expected.add("{\"id\":" + id + ",\"account\":\"a\",\"content\":\"paid\"}");
                }
            }
            assertThat(read(broker, 151)).isEqualTo(expected);
        }
    }

    private static String insert(int rows) {
        return "INSERT INTO outbox (account, content) SELECT 'a', 'paid' FROM generate_series(1, " + rows + ")";
    }

    /** Takes the next id, in a transaction that stays open. */
    private static void begin(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        connection.createStatement().execute(insert(1));
    }

    /** All events, once there are so many. */
    private static List<String> read(KafkaBroker broker, int events) {
        Map<String, Object> properties = broker.clientProperties();
        properties.put("isolation.level", "read_committed");
        List<String> found = new ArrayList<>();
        try (var consumer = new KafkaConsumer<>(properties, new StringDeserializer(), new StringDeserializer())) {
            var partition = new TopicPartition("events", 0);
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            while (found.size() < events
                    || consumer.position(partition)
                            < consumer.endOffsets(List.of(partition)).get(partition)) {
                consumer.poll(Duration.ofMillis(100)).forEach(record -> found.add(record.value()));
            }
        }
        return found;
    }
}
