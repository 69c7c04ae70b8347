/** {@code staunch simulate}: the whole job in a simulated world, many seeds. */
@NullMarked
package io.staunch.cli.simulate;

import org.jspecify.annotations.NullMarked;
