/** State of one's own: a function that keeps a value per key. */
@NullMarked
package io.staunch.examples.payments;

import org.jspecify.annotations.NullMarked;
