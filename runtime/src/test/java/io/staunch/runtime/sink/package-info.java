/** Tests of sink agents. */
@NullMarked
package io.staunch.runtime.sink;

import org.jspecify.annotations.NullMarked;
