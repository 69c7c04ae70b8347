/** The real engine, stores and connectors in simulated worlds: whole jobs under one seed, and broken protocols that must be found. */
@NullMarked
package io.staunch.verification.simulation;

import org.jspecify.annotations.NullMarked;
