/** The embedded engine: workers, tasks, channels, alignment, timers, the checkpoint coordinator and the runner. */
@NullMarked
package io.staunch.runtime;

import org.jspecify.annotations.NullMarked;
