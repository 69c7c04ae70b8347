package io.staunch.examples.shop;

import io.staunch.Job;
import io.staunch.Pipeline;
import io.staunch.Settings;
import io.staunch.Staunch;
import io.staunch.jdbc.Database;
import io.staunch.jdbc.JdbcSink;
import io.staunch.kafka.KafkaSource;
import io.staunch.secret.Secret;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;

/**
 * Keeps the books: each order of the topic {@code orders} becomes one row of the table {@code orders}, exactly once, with what its customer has spent so
 * far. Orders that the database refuses (a price below zero, say) go to {@code orders_refused} with the reason.
 */
public final class OrdersTableJob {
    /** The table. The job makes its ledger and the table for refused orders by itself. */
    public static final String TABLE =
            "CREATE TABLE orders (order_id VARCHAR(20) NOT NULL, customer VARCHAR(50) NOT NULL,"
                    + " price NUMERIC(10, 2) NOT NULL CHECK (price >= 0), placed_at TIMESTAMPTZ NOT NULL, spent NUMERIC(12, 2) NOT NULL)";

    private OrdersTableJob() {}

    /** An order. */
    public record Order(String orderId, String customer, BigDecimal price, Instant placedAt) {}

    /** A row of the books. */
    public record Entry(String orderId, String customer, BigDecimal price, Instant placedAt, BigDecimal spent) {
        static final Entry NONE = new Entry("", "", BigDecimal.ZERO, Instant.EPOCH, BigDecimal.ZERO);

        Entry next(Order order) {
            return new Entry(
                    order.orderId(), order.customer(), order.price(), order.placedAt(), spent.add(order.price()));
        }
    }

    /** The pipeline, with a broker as {@code host:port}. */
    public static Pipeline pipeline(String broker, Database database) {
        return Pipeline.named("books")
                .from(
                        "orders",
                        KafkaSource.json(Order.class).bootstrapServers(broker).topic("orders"))
                .keyBy(Order::customer)
                .fold("spent", Entry.NONE, Entry::next)
                .map((customer, entry) -> entry)
                .to(
                        "books",
                        JdbcSink.writeAhead(database, "orders", Entry.class)
                                .createLedger()
                                .setAside("orders_refused"));
    }

    /** Arguments: a broker, the URL of a database, its user, and a folder for the checkpoints. The password is in SHOP_PASSWORD. */
    public static void main(String[] args) throws InterruptedException {
        Database database = Database.url(args[1]).user(args[2]).password(Secret.env("SHOP_PASSWORD"));
        Job job = Staunch.start(pipeline(args[0], database), Settings.stateIn(Path.of(args[3])));
        job.await();
    }
}
