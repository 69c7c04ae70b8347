/** Aggregates for windows and running results: ready ones, and what ones of your own can be beyond {@link io.staunch.function.Aggregate}. */
@NullMarked
package io.staunch.aggregate;

import org.jspecify.annotations.NullMarked;
