/** Files in simulations: on the simulated disk, written by somebody else, and read by somebody else who lists the folder. */
@NullMarked
package io.staunch.files.testkit;

import org.jspecify.annotations.NullMarked;
