/** From a topic into files, exactly once. */
@NullMarked
package io.staunch.examples.archive;

import org.jspecify.annotations.NullMarked;
