/** Small programs that run as they stand, the place to start reading. */
@NullMarked
package io.staunch.examples;

import org.jspecify.annotations.NullMarked;
