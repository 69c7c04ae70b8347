/** The connector keeps the contracts on a simulated cluster. */
@NullMarked
package io.staunch.kafka.testkit.simulated;

import org.jspecify.annotations.NullMarked;
