/** Tests of this machine's threads. */
@NullMarked
package io.staunch.runtime.environment;

import org.jspecify.annotations.NullMarked;
