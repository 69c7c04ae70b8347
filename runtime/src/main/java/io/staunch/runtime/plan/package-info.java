/** From a pipeline's description to the stages, edges and states of a job. */
@NullMarked
package io.staunch.runtime.plan;

import org.jspecify.annotations.NullMarked;
