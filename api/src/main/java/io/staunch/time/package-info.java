/** Event time as pipelines see it: timestamps, watermarks and timers. */
@NullMarked
package io.staunch.time;

import org.jspecify.annotations.NullMarked;
