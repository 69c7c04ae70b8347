/** Tests of what the coordinator owns. */
@NullMarked
package io.staunch.runtime.job;

import org.jspecify.annotations.NullMarked;
