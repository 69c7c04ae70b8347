/** The {@code staunch} command: runs the demo, inspects stores and serves the web console. */
@NullMarked
package io.staunch.cli;

import org.jspecify.annotations.NullMarked;
