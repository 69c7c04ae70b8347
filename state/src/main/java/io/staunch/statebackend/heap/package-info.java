/** The state backend that keeps everything on the heap. Captures are frozen at once and written bit by bit. */
@NullMarked
package io.staunch.statebackend.heap;

import org.jspecify.annotations.NullMarked;
