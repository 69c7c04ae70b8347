/** A database for simulations: the connector's own sinks and sources over H2, behind a server and a network that misbehave as a seed says. */
@NullMarked
package io.staunch.jdbc.simulation;

import org.jspecify.annotations.NullMarked;
