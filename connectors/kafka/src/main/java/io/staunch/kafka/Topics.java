package io.staunch.kafka;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Names of topics. */
final class Topics {
    private static final Pattern LEGAL = Pattern.compile("[A-Za-z0-9._-]{1,249}");

    private Topics() {}

    /** What is wrong with a topic's name. */
    static Optional<String> problem(String topic) {
        boolean legal = LEGAL.matcher(topic).matches() && !topic.equals(".") && !topic.equals("..");
        return legal
                ? Optional.empty()
                : Optional.of("'" + topic + "' is no name of a topic: use 1 to 249 letters, digits, '.', '_' or '-'");
    }

    /** For example {@code topics flights, airports}. */
    static String words(List<String> topics) {
        return switch (topics.size()) {
            case 0 -> "no topic";
            case 1 -> "topic " + topics.get(0);
            default -> "topics " + String.join(", ", topics);
        };
    }
}
