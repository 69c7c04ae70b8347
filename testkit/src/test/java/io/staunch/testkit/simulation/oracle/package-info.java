@NullMarked
package io.staunch.testkit.simulation.oracle;

import org.jspecify.annotations.NullMarked;
