package io.staunch.kafka.testkit.real;

import io.staunch.testkit.process.ChildJvm;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One life of the job in a JVM of its own, as its parent sees it. Owned by one thread. */
final class Life implements AutoCloseable {
    static final String MET = "MET";
    static final String HELD = "HELD";
    static final String READS = "READS";
    static final String LAG = "LAG ";
    static final String FAILED = "FAILED ";
    static final String STOP = "STOP";

    private static final int LOG_LINES = 30;
    private static final Duration LOOK = Duration.ofMillis(50);

    private final ChildJvm child;
    private final String who;
    private @Nullable String failure;
    private long lag = -1;

    private Life(ChildJvm child, String who) {
        this.child = child;
        this.who = who;
    }

    /** Starts it and returns at once. */
    static Life start(LifeSettings settings, @Nullable Kill kill, String who, Path log) {
        List<String> arguments = new ArrayList<>(settings.arguments());
        arguments.add(kill == null || kill.at() == null ? "-" : kill.at().name());
        arguments.add(Integer.toString(kill == null ? 0 : kill.meeting()));
        return new Life(ChildJvm.start(LifeMain.class, List.of("-Xmx256m"), arguments, log), who);
    }

    /**
     * Waits until the job stands still at its step.
     *
     * @param work what it is given to do, a slice at a time: the next when it has taken the step once more
     * @param meanwhile done over and over again
     */
    void awaitHeld(Portion work, Duration limit, Runnable meanwhile) throws InterruptedException {
        await(HELD, work, limit, meanwhile);
    }

    /**
     * Waits until the job has begun to read.
     *
     * @param meanwhile done over and over again
     */
    void awaitReads(Duration limit, Runnable meanwhile) throws InterruptedException {
        await(READS, Portion.NONE, limit, meanwhile);
    }

    private void await(String wanted, Portion work, Duration limit, Runnable meanwhile) throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        for (String said = hear(); !wanted.equals(said); said = hear()) {
            if (MET.equals(said)) {
                work.give();
            }
            meanwhile.run();
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError(who + " has not said " + wanted + " within " + limit.toSeconds()
                        + " s: it took no such step, or the" + " machine is busy (within(...) gives it longer)"
                        + log());
            }
        }
    }

    /** Waits until everything that there is was read. */
    void awaitNoLag(Duration limit, Runnable meanwhile) throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        lag = -1;
        for (int zeros = 0; zeros < 2; ) {
            String line = hear();
            meanwhile.run();
            if (line != null && line.startsWith(LAG)) {
                zeros = lag == 0 ? zeros + 1 : 0;
            }
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError(
                        who + " has not read everything within " + limit.toSeconds() + " s, the lag is " + lag + log());
            }
        }
    }

    private @Nullable String hear() throws InterruptedException {
        String line = child.hear(LOOK);
        if (line == null) {
            return null;
        }
        if (line.startsWith(LAG)) {
            lag = Long.parseLong(line.substring(LAG.length()));
        } else if (line.startsWith(FAILED)) {
            failure = line.substring(FAILED.length());
        } else if (line.equals(ChildJvm.END)) {
            throw new AssertionError(who + " has ended by itself" + (failure == null ? "" : ": " + failure) + log());
        }
        return line;
    }

    /** Has the job stop in order. */
    void stop(Duration limit) throws InterruptedException {
        child.say(STOP);
        Integer code = child.awaitEnd(limit);
        if (code == null || code != 0) {
            throw new AssertionError(who + " did not stop in order, "
                    + (code == null ? "not within " + limit.toSeconds() + " s" : "code " + code) + log());
        }
    }

    /** SIGKILL. */
    void kill() {
        child.kill();
    }

    private String log() {
        return ". The end of its log:\n  " + String.join("\n  ", child.logTail(LOG_LINES));
    }

    @Override
    public void close() {
        child.close();
    }
}
