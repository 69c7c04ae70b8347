/** The checkpoint store, as implementors see it: claims, chunks, and one atomic step that makes a checkpoint durable. */
@NullMarked
package io.staunch.store;

import org.jspecify.annotations.NullMarked;
