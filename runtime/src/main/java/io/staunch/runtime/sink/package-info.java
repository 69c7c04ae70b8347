/** The agents that write to the outside: they may block, and decide nothing. */
@NullMarked
package io.staunch.runtime.sink;

import org.jspecify.annotations.NullMarked;
