/**
 * The simulated world: processes, their agents, time and chance, all run by one thread from one seed, and the faults that befall them.
 * It knows nothing of what it runs beyond {@link io.staunch.environment.Environment} and the protocol's events.
 */
@NullMarked
package io.staunch.testkit.simulation.world;

import org.jspecify.annotations.NullMarked;
