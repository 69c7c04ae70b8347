package io.staunch.sink;

import io.staunch.environment.Environment;

/**
 * What the connections of a two-phase-commit sink get from the engine.
 *
 * @param job the job's name
 * @param sink the sink's name in the pipeline
 * @param resource identity of the sink's output, made of its name and {@link TwoPhaseCommitSink#resource}: job and resource together are the key
 *     of its row in a ledger
 * @param environment the world
 */
public record TwoPhaseCommitContext(String job, String sink, String resource, Environment environment) {}
