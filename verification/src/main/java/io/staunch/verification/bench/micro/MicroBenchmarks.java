package io.staunch.verification.bench.micro;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.openjdk.jmh.Main;

/** {@code ./staunch bench jmh}: JMH on this package, with the pattern and options that follow. */
public final class MicroBenchmarks {
    private MicroBenchmarks() {}

    /** Arguments: a pattern of benchmark names, and options of JMH; all benchmarks if there is none. */
    public static void main(String[] args) throws Exception {
        List<String> all = new ArrayList<>(Arrays.asList(args));
        if (all.isEmpty() || all.get(0).startsWith("-")) {
            all.add(0, MicroBenchmarks.class.getPackageName());
        }
        Main.main(all.toArray(new String[0]));
    }
}
