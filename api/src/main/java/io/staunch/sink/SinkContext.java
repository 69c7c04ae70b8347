package io.staunch.sink;

import io.staunch.environment.Environment;
import io.staunch.ledger.Owner;

/**
 * What a sink part gets from the engine.
 *
 * @param job the job's name
 * @param sink the sink's name in the pipeline
 * @param owner the attempt that writes
 * @param environment the world
 */
public record SinkContext(String job, String sink, Owner owner, Environment environment) {}
