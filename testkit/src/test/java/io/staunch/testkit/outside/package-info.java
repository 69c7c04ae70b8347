/** The simulated log's source and sinks keep the contracts. */
@NullMarked
package io.staunch.testkit.outside;

import org.jspecify.annotations.NullMarked;
