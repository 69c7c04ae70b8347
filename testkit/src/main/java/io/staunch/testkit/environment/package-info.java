/** Environments and disks that do something else than those that they stand before, where a test says so. */
@NullMarked
package io.staunch.testkit.environment;

import org.jspecify.annotations.NullMarked;
