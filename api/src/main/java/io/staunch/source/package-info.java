/** Sources, as connector authors see them. What is promised here is proven by {@code SourceContract} in the test kit, for any source. */
@NullMarked
package io.staunch.source;

import org.jspecify.annotations.NullMarked;
