package io.staunch.cli.explain;

import io.staunch.Pipeline;
import io.staunch.cli.command.CommandFailure;
import io.staunch.examples.airports.AirportDelaysJob;
import io.staunch.examples.logins.LoginsJob;
import io.staunch.examples.payments.PaymentCheckJob;
import io.staunch.examples.quickstart.QuickStart;
import io.staunch.guarantee.Guarantee;
import io.staunch.time.Watermarks;
import java.util.Arrays;
import java.util.stream.Collectors;

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
    };

    private final String title;

    ExamplePipelines(String title) {
        this.title = title;
    }

    abstract Pipeline at(String broker, Guarantee guarantee);

    static ExamplePipelines named(String name) {
        for (ExamplePipelines example : values()) {
            if (example.title.equals(name)) {
                return example;
            }
        }
        String all = Arrays.stream(values()).map(example -> example.title).collect(Collectors.joining(", "));
        throw CommandFailure.usage("there is no example '" + name + "'; there are " + all
                + ", and --jar with --main for a pipeline of your own");
    }
}
