/** Errors that say what failed, on which thing, and what to do about it. */
@NullMarked
package io.staunch.error;

import org.jspecify.annotations.NullMarked;
