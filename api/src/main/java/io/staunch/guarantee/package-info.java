/** What a pipeline is worth: the guarantee asked for, what each component offers, and the level that results. */
@NullMarked
package io.staunch.guarantee;

import org.jspecify.annotations.NullMarked;
