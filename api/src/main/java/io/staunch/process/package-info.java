/** Functions of a pipeline that keep state and have more than one way out. */
@NullMarked
package io.staunch.process;

import org.jspecify.annotations.NullMarked;
