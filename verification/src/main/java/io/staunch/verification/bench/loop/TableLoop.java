package io.staunch.verification.bench.loop;

import io.staunch.verification.bench.run.Contender;
import io.staunch.verification.bench.run.Meter;
import io.staunch.verification.bench.run.RunOptions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/**
 * A topic into a table by hand, exactly once: one thread reads, writes batches as multi-row inserts, and keeps the offsets in a table of the same
 * database, moved on in the transaction of the rows. An older copy that still runs finds them moved, and ends.
 */
public final class TableLoop implements Contender {
    private static final int BATCH = 5_000;

    private long[] committed = {};
    private long[] next = {};

    /** How many records are in a transaction, if there are as many. */
    private static int batch(RunOptions options) {
        return options.text("variant").equals("rows") ? 1 : BATCH;
    }

    @Override
    public String configuration(RunOptions options) {
        return "one thread, a transaction for " + batch(options)
                + " records at most (so the interval does not matter), reWriteBatchedInserts, offsets in the same transaction";
    }

    @Override
    public void run(RunOptions options) throws Exception {
        Meter.ask(() -> Meter.UNKNOWN, () -> 0);
        var settings = new Properties();
        settings.put("user", options.text("user"));
        settings.put("reWriteBatchedInserts", "true");
        List<TopicPartition> partitions = NumberedInput.partitions(options);
        committed = new long[partitions.size()];
        next = new long[partitions.size()];
        try (var consumer = NumberedInput.open(options);
                Connection connection = DriverManager.getConnection(options.text("url"), settings);
                PreparedStatement insert = connection.prepareStatement(
                        "insert into events (part, place, key, value) values (?, ?, ?, ?)");
                PreparedStatement move =
                        connection.prepareStatement("update offsets set next = ? where part = ? and next = ?")) {
            connection.setAutoCommit(false);
            begin(connection, consumer, partitions);
            work(connection, consumer, insert, move, batch(options));
        }
    }

    private void begin(Connection connection, KafkaConsumer<String, String> consumer, List<TopicPartition> partitions)
            throws SQLException {
        consumer.assign(partitions);
        try (PreparedStatement statement = connection.prepareStatement("select part, next from offsets");
                ResultSet offsets = statement.executeQuery()) {
            while (offsets.next()) {
                int part = offsets.getInt(1);
                committed[part] = offsets.getLong(2);
                next[part] = committed[part];
                consumer.seek(partitions.get(part), committed[part]);
            }
        }
        connection.commit();
    }

    private void work(
            Connection connection,
            KafkaConsumer<String, String> consumer,
            PreparedStatement insert,
            PreparedStatement move,
            int batch)
            throws SQLException {
        int rows = 0;
        while (true) {
            var records = consumer.poll(Duration.ofMillis(20));
            for (ConsumerRecord<String, String> record : records) {
                insert.setInt(1, record.partition());
                insert.setLong(2, record.offset());
                insert.setString(3, record.key());
                insert.setString(4, record.value());
                insert.addBatch();
                next[record.partition()] = record.offset() + 1;
                if (++rows == batch) {
                    commit(connection, insert, move);
                    rows = 0;
                }
            }
            if (rows > 0 && records.isEmpty()) {
                commit(connection, insert, move);
                rows = 0;
            }
        }
    }

    private void commit(Connection connection, PreparedStatement insert, PreparedStatement move) throws SQLException {
        insert.executeBatch();
        for (int part = 0; part < next.length; part++) {
            if (next[part] > committed[part]) {
                move.setLong(1, next[part]);
                move.setInt(2, part);
                move.setLong(3, committed[part]);
                if (move.executeUpdate() != 1) {
                    throw new IllegalStateException("somebody else has moved the offset of partition " + part);
                }
            }
        }
        connection.commit();
        System.arraycopy(next, 0, committed, 0, next.length);
    }
}
