package io.staunch.kafka;

import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.config.ConfigDef;
import org.jspecify.annotations.Nullable;

/**
 * What a kind of client may be told: Kafka's definition of its settings, those that are not the user's to set, and those
 * of which only some values keep the guarantee.
 *
 * @param definition Kafka's own definition, which knows types and ranges
 * @param refused settings that are refused whatever their value, each with what to do instead
 * @param limited settings of which some values are refused
 */
record ClientRules(ConfigDef definition, Map<String, String> refused, Map<String, Limit> limited) {
    ClientRules {
        refused = new TreeMap<>(refused);
        limited = new TreeMap<>(limited);
    }

    /** Says what is wrong with a value, or null if nothing is. */
    @FunctionalInterface
    interface Limit {
        @Nullable
        String problem(String value);
    }

    /** Only this value (or another spelling of it) keeps the guarantee. */
    static Limit only(String reason, String... spellings) {
        return value -> {
            for (String spelling : spellings) {
                if (spelling.equalsIgnoreCase(value.strip())) {
                    return null;
                }
            }
            return "it must stay " + spellings[0] + ": " + reason;
        };
    }
}
