package io.staunch.kafka.testkit.simulated;

import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which topics a source or sink of the Kafka connector is about. */
public final class KafkaTopics {
    private static final Pattern DESCRIPTION = Pattern.compile("kafka topics? \\[?([^\\]]*?)]? at .*");

    private KafkaTopics() {}

    /** Their names; empty if the description is not one of this connector. */
    public static Set<String> of(String description) {
        Matcher matcher = DESCRIPTION.matcher(description);
        return matcher.matches() ? new TreeSet<>(Set.of(matcher.group(1).split(", *"))) : Set.of();
    }
}
