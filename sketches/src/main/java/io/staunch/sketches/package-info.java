/** Aggregates that estimate, in a space that does not grow with what they have seen. */
@NullMarked
package io.staunch.sketches;

import org.jspecify.annotations.NullMarked;
