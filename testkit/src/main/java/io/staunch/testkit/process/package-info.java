/**
 * Jobs in JVMs of their own that a test can kill, for runs on real systems: the parent's side of such a process, the child's side, and a
 * listener that holds a job at a step of the protocol until it is killed there.
 */
@NullMarked
package io.staunch.testkit.process;

import org.jspecify.annotations.NullMarked;
