/** Meters of a job, for any monitoring system that Micrometer knows. */
@NullMarked
package io.staunch.micrometer;

import org.jspecify.annotations.NullMarked;
