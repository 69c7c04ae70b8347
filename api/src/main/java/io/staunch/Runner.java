package io.staunch;

import io.staunch.environment.Environment;

/** Runs pipelines. Found by {@link java.util.ServiceLoader}, so that a user's program names no engine. */
public interface Runner {
    /**
     * Checks the pipeline and the settings, and launches the job. Everything that looks outside (claiming, fencing, restoring) is done by
     * agents of the environment, and failures there end the job.
     *
     * @throws io.staunch.error.ConfigurationException if the description is wrong; nothing was started
     */
    Job launch(Pipeline pipeline, Settings settings, Environment environment);

    /** The production environment. */
    Environment environment();
}
