/**
 * Simulations in tests of JUnit 5: seeds can be chosen from outside, and a failure says how its seed is run again. Needs JUnit Jupiter on the
 * class path, which nothing else here does.
 */
@NullMarked
package io.staunch.testkit.junit;

import org.jspecify.annotations.NullMarked;
