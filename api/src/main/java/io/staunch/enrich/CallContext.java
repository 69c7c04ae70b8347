package io.staunch.enrich;

import io.staunch.environment.Environment;

/**
 * What a client gets from the engine.
 *
 * @param job the job's name
 * @param operator the enrichment's name in the pipeline
 * @param task which of its tasks, from 0
 * @param environment the world
 */
public record CallContext(String job, String operator, int task, Environment environment) {}
