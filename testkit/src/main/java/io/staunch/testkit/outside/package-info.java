/**
 * Sources and sinks that exist in simulations only, over the simulated log and the simulated database: for pipelines that need no
 * particular system, and as the plainest implementations of what connectors must do.
 */
@NullMarked
package io.staunch.testkit.outside;

import org.jspecify.annotations.NullMarked;
