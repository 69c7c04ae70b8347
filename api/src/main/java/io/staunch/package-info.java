/** Exactly-once stateful stream processing as a library: describe a {@link io.staunch.Pipeline}, start it as a {@link io.staunch.Job}. */
@NullMarked
package io.staunch;

import org.jspecify.annotations.NullMarked;
