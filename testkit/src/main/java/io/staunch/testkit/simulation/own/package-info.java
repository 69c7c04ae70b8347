/**
 * A user's own sources, sinks and clients in a simulated world: unchanged, with a place for faults before and after every call that they
 * make to their outside.
 */
@NullMarked
package io.staunch.testkit.simulation.own;

import org.jspecify.annotations.NullMarked;
