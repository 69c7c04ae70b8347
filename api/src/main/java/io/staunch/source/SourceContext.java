package io.staunch.source;

import io.staunch.environment.Environment;
import java.util.function.Consumer;

/**
 * What a source part gets from the engine.
 *
 * @param job the job's name
 * @param source the source's name in the pipeline
 * @param task number of the reader among its peers, from 0; -1 for the enumerator
 * @param environment the world
 * @param wake tells the engine that a reader has something new; may be called from any thread
 * @param failed tells the engine of an error on a thread of the source's own; the first one counts
 */
public record SourceContext(
        String job, String source, int task, Environment environment, Runnable wake, Consumer<Throwable> failed) {}
