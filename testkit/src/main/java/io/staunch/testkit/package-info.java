/**
 * The fault kit: a simulated world, fault plans, an oracle, crash points and contract suites, for testing Staunch
 * itself and the pipelines of its users.
 */
@NullMarked
package io.staunch.testkit;

import org.jspecify.annotations.NullMarked;
