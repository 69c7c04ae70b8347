/** Sinks, as connector authors see them: a sink is a value that names its strength; connections give mechanism and decide nothing. */
@NullMarked
package io.staunch.sink;

import org.jspecify.annotations.NullMarked;
