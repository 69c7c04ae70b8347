package io.staunch.verification.kafka;

import io.staunch.Job;
import io.staunch.Staunch;
import io.staunch.observe.JobListener;
import io.staunch.observe.ProtocolEvent;
import io.staunch.observe.ProtocolStep;
import java.io.IOException;
import java.io.PrintStream;
import java.util.concurrent.CountDownLatch;

/**
 * What a {@link JobProcess} runs: {@link CountingJob}, whose thread stands still when it takes a step for the n-th time, until the parent
 * says {@link JobProcess#GO_ON}. Tells each step to the parent at the moment at which it is taken. Arguments: those of {@link LifePlan}.
 */
public final class JobLife implements JobListener {
    private final PrintStream parent;
    private final LifePlan plan;
    private final CountDownLatch goOn = new CountDownLatch(1);
    private int left;

    private JobLife(PrintStream parent, LifePlan plan) {
        this.parent = parent;
        this.plan = plan;
        this.left = plan.time();
    }

    public static void main(String[] arguments) throws InterruptedException {
        PrintStream parent = System.out;
        System.setOut(System.err);
        LifePlan plan = LifePlan.of(arguments);
        var life = new JobLife(parent, plan);
        life.obeyParent();
        try {
            Job job = Staunch.start(CountingJob.pipeline(plan), plan.settings().listener(life));
            job.await();
        } catch (RuntimeException e) {
            life.say(JobProcess.FAILED + " " + String.valueOf(e.getMessage()).replaceAll("\\s*\\R\\s*", " "));
            throw e;
        }
    }

    @Override
    public void on(ProtocolEvent event) {
        say(event.step().name());
        if (isLast(event.step())) {
            say(JobProcess.HELD);
            standStill();
        }
    }

    private void say(String line) {
        synchronized (parent) {
            parent.println(line);
            parent.flush();
        }
    }

    private synchronized boolean isLast(ProtocolStep step) {
        return step == plan.step() && --left == 0;
    }

    private void standStill() {
        try {
            goOn.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The process ends with its parent, since a process that is forgotten would go on for ever. */
    private void obeyParent() {
        var thread = new Thread(
                () -> {
                    try {
                        while (System.in.read() == JobProcess.GO_ON) {
                            goOn.countDown();
                        }
                        Runtime.getRuntime().halt(2);
                    } catch (IOException e) {
                        Runtime.getRuntime().halt(3);
                    }
                },
                "parent-watch");
        thread.setDaemon(true);
        thread.start();
    }
}
