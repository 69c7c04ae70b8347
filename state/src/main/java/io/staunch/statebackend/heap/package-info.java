/** The state backend that keeps everything on the heap and writes all of it at each capture. */
@NullMarked
package io.staunch.statebackend.heap;

import org.jspecify.annotations.NullMarked;
