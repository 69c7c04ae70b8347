/** Tests of the data path. */
@NullMarked
package io.staunch.runtime.data;

import org.jspecify.annotations.NullMarked;
