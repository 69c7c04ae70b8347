package io.staunch.verification.bench.micro;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.openjdk.jmh.Main;

/** {@code ./staunch bench jmh}: JMH on this package, with the pattern and options that follow. */
public final class MicroBenchmarks {
    private MicroBenchmarks() {}

    /** Arguments: see {@link #forJmh}. */
    public static void main(String[] args) throws Exception {
        Main.main(forJmh(args).toArray(new String[0]));
    }

    /** From a pattern of benchmark names, in upper or lower case, and options of JMH; all benchmarks if there is no pattern. */
    static List<String> forJmh(String... args) {
        List<String> all = new ArrayList<>(Arrays.asList(args));
        if (all.isEmpty() || all.get(0).startsWith("-")) {
            all.add(0, MicroBenchmarks.class.getPackageName());
        } else {
            all.set(0, "(?i)" + all.get(0));
        }
        return all;
    }
}
