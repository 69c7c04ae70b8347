/** Tests of tasks, stepped by hand. */
@NullMarked
package io.staunch.runtime.task;

import org.jspecify.annotations.NullMarked;
