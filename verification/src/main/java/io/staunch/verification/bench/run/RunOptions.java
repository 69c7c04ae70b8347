package io.staunch.verification.bench.run;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What a contender is told, as {@code name=value}. */
public record RunOptions(Map<String, String> values) {
    public RunOptions {
        values = Map.copyOf(values);
    }

    /** From arguments of a command line. */
    public static RunOptions parse(List<String> arguments) {
        Map<String, String> values = new TreeMap<>();
        for (String argument : arguments) {
            int equals = argument.indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException("expected name=value, got '" + argument + "'");
            }
            values.put(argument.substring(0, equals), argument.substring(equals + 1));
        }
        return new RunOptions(values);
    }

    /** As arguments of a command line, in the order of their names. */
    public List<String> arguments() {
        List<String> all = new ArrayList<>();
        new TreeMap<>(values).forEach((name, value) -> all.add(name + "=" + value));
        return all;
    }

    /** The same with one more, or another value of one. */
    public RunOptions with(String name, String value) {
        Map<String, String> more = new TreeMap<>(values);
        more.put(name, value);
        return new RunOptions(more);
    }

    public String text(String name) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException("no option " + name + " among " + values.keySet());
        }
        return value;
    }

    public long number(String name) {
        return Long.parseLong(text(name));
    }

    /** Milliseconds from checkpoint to checkpoint; 0 for none. */
    public long intervalMs() {
        return number("intervalMs");
    }

    /** What an adaptive interval may shrink to; the interval itself if it is fixed. */
    public long shortestMs() {
        return values.containsKey("shortestMs") ? number("shortestMs") : intervalMs();
    }

    /** Whether there are checkpoints. */
    public boolean checkpoints() {
        return intervalMs() > 0;
    }

    /** How many tasks or threads each step may have. */
    public int parallelism() {
        return Math.toIntExact(number("parallelism"));
    }

    /** A folder of the contender's own. */
    public Path folder() {
        return Path.of(text("folder"));
    }
}
