package io.staunch.cli.demo;

import io.staunch.cli.command.CommandFailure;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** The places to which the demo's job writes. */
enum DemoSink {
    /** A topic. It leads: what it has not committed, no other sink has. */
    KAFKA,
    /** A table of PostgreSQL. */
    JDBC,
    /** Files in a folder. */
    FILES;

    private static final String ALL = "all";

    /** As options name it. */
    String option() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Those that are named, and Kafka, without which the job does not run. */
    static Set<DemoSink> named(List<String> names) {
        EnumSet<DemoSink> sinks = EnumSet.of(KAFKA);
        for (String name : names) {
            if (name.equals(ALL)) {
                Collections.addAll(sinks, values());
            } else {
                sinks.add(named(name));
            }
        }
        return sinks;
    }

    private static DemoSink named(String name) {
        return Arrays.stream(values())
                .filter(sink -> sink.option().equals(name))
                .findFirst()
                .orElseThrow(() -> CommandFailure.usage("--sinks: there is no sink '" + name + "'; there are "
                        + Arrays.stream(values()).map(DemoSink::option).collect(Collectors.joining(", "))
                        + ", several with commas between, and " + ALL));
    }
}
