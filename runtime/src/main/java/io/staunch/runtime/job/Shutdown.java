package io.staunch.runtime.job;

import io.staunch.Job;
import io.staunch.Settings;
import io.staunch.environment.Environment;
import io.staunch.error.StaunchException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What happens when the JVM is told to end (SIGTERM): the job stops with a last checkpoint, within the set time. */
final class Shutdown {
    private static final Logger LOG = LoggerFactory.getLogger(Shutdown.class);

    private Shutdown() {}

    static void arrange(Job job, Settings settings, Environment environment) {
        if (!settings.lastCheckpointWithin().isZero()) {
            environment.atShutdown(() -> stop(job, settings));
        }
    }

    private static void stop(Job job, Settings settings) {
        if (job.status().phase().ended()) {
            return;
        }
        job.stop();
        try {
            if (!job.await(settings.lastCheckpointWithin())) {
                LOG.warn(
                        "job '{}' had no last checkpoint within {}; what is not committed is read again at the next start",
                        job.name(),
                        settings.lastCheckpointWithin());
            }
        } catch (StaunchException e) {
            LOG.warn("job '{}' failed while it was stopping", job.name(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
