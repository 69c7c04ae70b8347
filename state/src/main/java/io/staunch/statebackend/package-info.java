/** Keyed state on the heap, and the checkpoint store in a local folder. */
@NullMarked
package io.staunch.statebackend;

import org.jspecify.annotations.NullMarked;
