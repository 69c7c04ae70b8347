/** Orders with the prices that another system knows. */
@NullMarked
package io.staunch.examples.prices;

import org.jspecify.annotations.NullMarked;
