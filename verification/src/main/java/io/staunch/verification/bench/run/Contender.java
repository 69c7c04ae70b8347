package io.staunch.verification.bench.run;

/** One way to do a workload. Made by its public constructor without arguments in a JVM of its own, by {@link ContenderMain}. */
public interface Contender {
    /** How it is set up, for people: printed with the results. */
    String configuration(RunOptions options);

    /** Does the work, and returns when its input has ended and everything is settled; a topic never ends. */
    void run(RunOptions options) throws Exception;
}
