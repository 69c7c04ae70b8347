@NullMarked
package io.staunch.runtime;

import org.jspecify.annotations.NullMarked;
