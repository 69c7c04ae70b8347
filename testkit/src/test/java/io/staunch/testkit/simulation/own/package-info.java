/** What stands around a user's own sources and sinks in simulations. */
@NullMarked
package io.staunch.testkit.simulation.own;

import org.jspecify.annotations.NullMarked;
