package io.staunch.cli.explain;

import io.staunch.Pipeline;
import io.staunch.cli.command.CommandFailure;
import io.staunch.examples.airports.AirportDelaysJob;
import io.staunch.examples.airports.ThreeSinksJob;
import io.staunch.examples.archive.ArchiveJob;
import io.staunch.examples.lines.LinesJob;
import io.staunch.examples.lines.LinesTable;
import io.staunch.examples.logins.LoginsJob;
import io.staunch.examples.orders.UnpaidOrdersJob;
import io.staunch.examples.outbox.OutboxJob;
import io.staunch.examples.payments.PaymentCheckJob;
import io.staunch.examples.payouts.PayoutsJob;
import io.staunch.examples.points.PointsJob;
import io.staunch.examples.prices.PricedOrdersJob;
import io.staunch.examples.quickstart.QuickStart;
import io.staunch.examples.shop.OrdersTableJob;
import io.staunch.guarantee.Guarantee;
import io.staunch.jdbc.Database;
import io.staunch.secret.Secret;
import io.staunch.time.Watermarks;
import java.net.URI;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;

/** The pipelines of the examples, by name. */
enum ExamplePipelines {
    AIRPORT_DELAYS("airport-delays") {
        @Override
        Pipeline at(String broker, Guarantee guarantee) {
            return AirportDelaysJob.pipeline(broker, guarantee);
        }
    },
    QUICK_START("quick-start") {
        @Override
        Pipeline at(String broker, Guarantee guarantee) {
            return QuickStart.pipeline(broker).guarantee(guarantee);
        }
    },
    PAYMENT_CHECK("payment-check") {
        @Override
        Pipeline at(String broker, Guarantee guarantee) {
            return PaymentCheckJob.pipeline(broker).guarantee(guarantee);
        }
    },
    LOGINS("logins") {
        @Override
        Pipeline at(String broker, Guarantee guarantee) {
            return LoginsJob.pipeline(broker, guarantee, Watermarks.disorder(LoginsJob.DISORDER));
        }
    },
    UNPAID_ORDERS("unpaid-orders") {
        @Override
        Pipeline at(String broker, Guarantee guarantee) {
            return UnpaidOrdersJob.pipeline(broker).guarantee(guarantee);
        }
    },
    ORDERS_TABLE("orders-table") {
        @Override
        Pipeline at(String broker, Guarantee guarantee) {
            return OrdersTableJob.pipeline(broker, DATABASE).guarantee(guarantee);
        }
    },
    THREE_SINKS("three-sinks") {
        @Override
        Pipeline at(String broker, Guarantee guarantee) {
            return ThreeSinksJob.pipeline(broker, DATABASE, FILES).guarantee(guarantee);
        }
    },
    ARCHIVE("archive") {
        @Override
        Pipeline at(String broker, Guarantee guarantee) {
            return ArchiveJob.pipeline(broker, FILES).guarantee(guarantee);
        }
    },
    OUTBOX("outbox") {
        @Override
        Pipeline at(String broker, Guarantee guarantee) {
            return OutboxJob.pipeline(DATABASE, broker).guarantee(guarantee);
        }
    },
    PAYOUTS("payouts") {
        @Override
        Pipeline at(String broker, Guarantee guarantee) {
            return PayoutsJob.pipeline(broker, URI.create("http://localhost/payouts"))
                    .guarantee(guarantee);
        }
    },
    PRICED_ORDERS("priced-orders") {
        @Override
        Pipeline at(String broker, Guarantee guarantee) {
            return PricedOrdersJob.pipeline(broker, context -> notStarted()).guarantee(guarantee);
        }
    },
    LINES("lines") {
        @Override
        Pipeline at(String broker, Guarantee guarantee) {
            return LinesJob.pipeline(
                            broker,
                            new LinesTable(
                                    "jdbc:postgresql://localhost/staunch", "staunch", Secret.env("LINES_PASSWORD")))
                    .guarantee(guarantee);
        }
    },
    POINTS("points") {
        @Override
        Pipeline at(String broker, Guarantee guarantee) {
            return PointsJob.pipeline(broker, ExamplePipelines::notStarted).guarantee(guarantee);
        }
    };

    /** Nothing is started, so these need not be there. */
    private static final Database DATABASE =
            Database.url("jdbc:postgresql://localhost/staunch").user("staunch");

    private static final Path FILES = Path.of("files");

    private final String title;

    ExamplePipelines(String title) {
        this.title = title;
    }

    abstract Pipeline at(String broker, Guarantee guarantee);

    /** In place of a client. */
    private static <T> T notStarted() {
        throw new IllegalStateException("a pipeline that is only explained has no clients");
    }

    /** Their names, for the help. */
    static final class Titles implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return titles().iterator();
        }
    }

    static List<String> titles() {
        return Arrays.stream(values()).map(example -> example.title).toList();
    }

    static ExamplePipelines named(String name) {
        for (ExamplePipelines example : values()) {
            if (example.title.equals(name)) {
                return example;
            }
        }
        throw CommandFailure.usage("there is no example '" + name + "'; there are " + String.join(", ", titles())
                + ", and --jar with --main for a pipeline of your own");
    }
}
