/** The pipeline of the README. */
@NullMarked
package io.staunch.examples.quickstart;

import org.jspecify.annotations.NullMarked;
