package io.staunch.testkit.log;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * A topic: numbered partitions under a name, with an identity that another topic of the same name does not have.
 *
 * @param name its name
 * @param id its identity
 * @param partitions by number
 * @param config settings as they were given, and no defaults
 */
public record LogTopic(String name, String id, List<LogPartition> partitions, Map<String, String> config) {
    static LogTopic make(String name, String id, int partitions, Map<String, String> config) {
        List<LogPartition> made = IntStream.range(0, partitions)
                .mapToObj(i -> new LogPartition(name, i))
                .toList();
        return new LogTopic(name, id, made, Map.copyOf(config));
    }
}
