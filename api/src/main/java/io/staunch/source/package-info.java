/** Sources, as connector authors see them. */
@NullMarked
package io.staunch.source;

import org.jspecify.annotations.NullMarked;
