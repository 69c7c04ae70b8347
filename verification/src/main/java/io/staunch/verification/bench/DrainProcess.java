package io.staunch.verification.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A {@link Contender} in a JVM of its own, which works until it is killed; with the JVM options of the property {@code drain.options}. */
final class DrainProcess {
    private DrainProcess() {}

    /** Arguments: the contender, broker, input topic, output topic, interval in ms, folder. */
    public static void main(String[] args) throws Exception {
        Contender.valueOf(args[0])
                .run(
                        args[1],
                        args[2],
                        args[3],
                        Integer.MAX_VALUE,
                        Duration.ofMillis(Long.parseLong(args[4])),
                        Path.of(args[5]));
    }

    /** Starts it, with what it prints on this console. */
    static Process start(
            Contender contender, String bootstrapServers, String in, String out, Duration interval, Path folder)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx1g", "-XX:+UseSerialGC", "-Xshare:auto"));
        command.addAll(Arrays.stream(System.getProperty("drain.options", "").split(" "))
                .filter(option -> !option.isEmpty())
                .toList());
        command.addAll(List.of("-Dorg.slf4j.simpleLogger.defaultLogLevel=error", DrainProcess.class.getName()));
        command.addAll(List.of(contender.name(), bootstrapServers, in, out));
        command.addAll(List.of(Long.toString(interval.toMillis()), folder.toString()));
        var builder = new ProcessBuilder(command).inheritIO();
        builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
        return builder.start();
    }
}
