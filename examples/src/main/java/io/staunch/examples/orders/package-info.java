/** Event time and timers: what has not happened in time. */
@NullMarked
package io.staunch.examples.orders;

import org.jspecify.annotations.NullMarked;
