package io.staunch.cli.demo;

import io.staunch.Pipeline;
import io.staunch.Stream;
import io.staunch.cli.command.CommandFailure;
import io.staunch.examples.airports.AirportDelays;
import io.staunch.examples.airports.AirportDelaysJob;
import io.staunch.examples.airports.ThreeSinksJob;
import io.staunch.examples.logins.LoginsJob;
import io.staunch.guarantee.Guarantee;
import io.staunch.time.Watermarks;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;

/** The jobs that can be shown. */
enum DemoJob {
    FLIGHTS(AirportDelaysJob.FLIGHTS, AirportDelaysJob.AIRPORT_DELAYS) {
        @Override
        Pipeline pipeline(String broker, Guarantee guarantee, Targets targets) {
            Stream<AirportDelays> totals = AirportDelaysJob.totals(broker, guarantee);
            if (targets.database() != null) {
                totals.to("table", ThreeSinksJob.table(targets.database()));
            }
            if (targets.files() != null) {
                totals.to("files", ThreeSinksJob.files(targets.files()));
            }
            return totals.to("totals", AirportDelaysJob.topic(broker, guarantee));
        }

        @Override
        Trial trial(int records, int partitions, Set<DemoSink> sinks) {
            return new FlightsTrial(records, sinks);
        }
    },
    LOGINS(LoginsJob.LOGINS, LoginsJob.ACTIVE_USERS) {
        /** Each partition has logins to its end, and is waited for: so which windows come out depends on the input alone. */
        @Override
        Pipeline pipeline(String broker, Guarantee guarantee, Targets targets) {
            return LoginsJob.pipeline(broker, guarantee, Watermarks.disorder(LoginsJob.DISORDER));
        }

        @Override
        Trial trial(int records, int partitions, Set<DemoSink> sinks) {
            return new LoginsTrial(records, partitions);
        }
    };

    private final String input;
    private final String output;

    DemoJob(String input, String output) {
        this.input = input;
        this.output = output;
    }

    abstract Pipeline pipeline(String broker, Guarantee guarantee, Targets targets);

    abstract Trial trial(int records, int partitions, Set<DemoSink> sinks);

    /** The topic that it reads. */
    String input() {
        return input;
    }

    /** The topic that it writes. */
    String output() {
        return output;
    }

    /** As options name it. */
    String option() {
        return name().toLowerCase(Locale.ROOT);
    }

    static DemoJob named(String name) {
        return Arrays.stream(values())
                .filter(job -> job.option().equals(name))
                .findFirst()
                .orElseThrow(() -> CommandFailure.usage("--job: there is no job '" + name + "'; there are "
                        + String.join(
                                " and ",
                                Arrays.stream(values()).map(DemoJob::option).toList())));
    }
}
