package com.example.spending;

import io.micrometer.core.instrument.MeterRegistry;
import io.staunch.Job;
import io.staunch.Pipeline;
import io.staunch.Settings;
import io.staunch.Staunch;
import io.staunch.error.StaunchException;
import io.staunch.micrometer.StaunchMetrics;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Starts the job when the application has started, and stops it, with a last checkpoint, before the application lets go of anything: in
 * the default phase, which is the last to start and the first to stop. The start does not wait for the broker, so that probes are answered
 * meanwhile.
 */
public class JobLifecycle implements SmartLifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(JobLifecycle.class);

    private final Pipeline pipeline;
    private final Settings settings;
    private final Duration lastCheckpointWithin;
    private final MeterRegistry registry;
    private volatile Job job;

    /** @param settings without a shutdown hook of Staunch's own ({@code lastCheckpointWithin} zero): the application's calls {@link #stop} */
    JobLifecycle(Pipeline pipeline, Settings settings, Duration lastCheckpointWithin, MeterRegistry registry) {
        this.pipeline = pipeline;
        this.settings = settings.lastCheckpointWithin(Duration.ZERO);
        this.lastCheckpointWithin = lastCheckpointWithin;
        this.registry = registry;
    }

    /** The job, from its start on. */
    public Optional<Job> job() {
        return Optional.ofNullable(job);
    }

    @Override
    public void start() {
        job = Staunch.launch(pipeline, settings);
        new StaunchMetrics(job).bindTo(registry);
    }

    @Override
    public void stop() {
        job.stop();
        try {
            if (!job.await(lastCheckpointWithin)) {
                LOG.warn(
                        "no last checkpoint within {}; what is not committed is read again at the next start",
                        lastCheckpointWithin);
            }
        } catch (StaunchException e) {
            LOG.warn("the job has failed", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            job.close();
            new StaunchMetrics(job).removeFrom(registry);
        }
    }

    @Override
    public boolean isRunning() {
        return job != null && !job.status().phase().ended();
    }
}
