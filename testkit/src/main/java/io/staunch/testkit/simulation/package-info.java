/**
 * Whole jobs under one seed: a pipeline, a runner, outside systems that are simulated, faults, and an oracle that knows what must come out.
 */
@NullMarked
package io.staunch.testkit.simulation;

import org.jspecify.annotations.NullMarked;
