/** {@code staunch explain}: what a pipeline is worth, from its description alone. */
@NullMarked
package io.staunch.cli.explain;

import org.jspecify.annotations.NullMarked;
