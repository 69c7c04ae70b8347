/** State that a pipeline keeps: handles for the functions, and the names and types by which checkpoints know it. */
@NullMarked
package io.staunch.state;

import org.jspecify.annotations.NullMarked;
