package io.staunch;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.guarantee.LiveReport;
import io.staunch.guarantee.LookContext;
import io.staunch.observe.JobListener;
import io.staunch.observe.JobStatus;
import java.time.Duration;
import java.util.ServiceLoader;
import java.util.concurrent.CountDownLatch;

/** Starts pipelines in this JVM. */
public final class Staunch {
    private Staunch() {}

    /**
     * Starts a job and waits until it runs: its checkpoint is restored, its sinks are fenced, its sources are being read.
     *
     * @throws io.staunch.error.ConfigurationException if the pipeline or the settings are wrong: all mistakes at once, nothing started
     * @throws StaunchException if the start was refused or has failed
     */
    public static Job start(Pipeline pipeline, Settings settings) {
        Runner runner = runner();
        var running = new Running();
        Job job = runner.launch(pipeline, settings.listener(running), runner.environment());
        try {
            running.latch.await();
        } catch (InterruptedException e) {
            job.close();
            Thread.currentThread().interrupt();
            throw new StaunchException(
                    "job '" + job.name() + "': interrupted while it was starting; it was closed", Remedy.FAIL_JOB, e);
        }
        JobStatus status = job.status();
        Throwable failure = status.failure();
        if (status.phase() == JobStatus.Phase.FAILED && failure != null) {
            throw failure instanceof StaunchException known
                    ? known
                    : new StaunchException(
                            "job '" + job.name() + "' can't be started: " + failure, Remedy.FAIL_JOB, failure);
        }
        return job;
    }

    /**
     * Like {@link #start}, but returns at once and leaves the start to the job: for hosts that have something to do meanwhile, such as
     * answering the probes of a supervisor. The job's status tells when it runs, what it waits for, and why it has failed; {@link Job#await()}
     * throws that failure.
     *
     * @throws io.staunch.error.ConfigurationException if the pipeline or the settings are wrong: all mistakes at once, nothing started
     */
    public static Job launch(Pipeline pipeline, Settings settings) {
        Runner runner = runner();
        return runner.launch(pipeline, settings, runner.environment());
    }

    /**
     * What the pipeline is worth, and whether its brokers, databases and files, and the folder of the checkpoint store, are such that it can be
     * kept: looks at all of them, starts nothing and changes nothing. Blocks for as long as clients wait for what does not answer.
     *
     * @param outage for how long the job may be down and then go on by itself, with all that it has not read still there
     * @throws io.staunch.error.ConfigurationException if the pipeline or the settings are wrong for a reason other than the level
     */
    public static LiveReport look(Pipeline pipeline, Settings settings, Duration outage) {
        settings.validate();
        var context = new LookContext(
                pipeline.name(),
                runner().environment(),
                settings.checkpointEvery(),
                settings.checkpointTimeout(),
                outage);
        return Looks.at(pipeline, context, settings.state());
    }

    private static Runner runner() {
        return ServiceLoader.load(Runner.class)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        "no runner on the class path: add the artifact io.staunch:staunch-runtime"));
    }

    /** Opens its latch as soon as the job runs or has ended. */
    private static final class Running implements JobListener {
        private final CountDownLatch latch = new CountDownLatch(1);

        @Override
        public void on(JobStatus status) {
            if (status.phase() == JobStatus.Phase.RUNNING || status.phase().ended()) {
                latch.countDown();
            }
        }
    }
}
