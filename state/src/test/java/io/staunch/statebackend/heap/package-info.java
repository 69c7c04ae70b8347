/** Tests of the heap state backend. */
@NullMarked
package io.staunch.statebackend.heap;

import org.jspecify.annotations.NullMarked;
