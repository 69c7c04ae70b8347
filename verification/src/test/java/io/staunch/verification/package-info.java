/** What the build holds the whole of Staunch to: the shape of its modules, and later its behaviour on real systems. */
@NullMarked
package io.staunch.verification;

import org.jspecify.annotations.NullMarked;
