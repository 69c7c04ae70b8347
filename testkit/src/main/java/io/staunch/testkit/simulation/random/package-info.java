/**
 * Pipelines by chance: from a seed a pipeline, what it reads and what it must commit, computed without the engine. Operators join by
 * a line in {@link io.staunch.testkit.simulation.random.Operators}, connectors by a {@link io.staunch.testkit.simulation.random.Connectors}.
 */
@NullMarked
package io.staunch.testkit.simulation.random;

import org.jspecify.annotations.NullMarked;
