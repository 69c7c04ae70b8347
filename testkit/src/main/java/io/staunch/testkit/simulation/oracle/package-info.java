/** What is right: the output that must come, and the order of the protocol's steps. Pure bookkeeping; knows no world. */
@NullMarked
package io.staunch.testkit.simulation.oracle;

import org.jspecify.annotations.NullMarked;
