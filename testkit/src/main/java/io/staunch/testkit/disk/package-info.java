/** A disk in memory that loses, tears, fills up and fails as real ones do. */
@NullMarked
package io.staunch.testkit.disk;

import org.jspecify.annotations.NullMarked;
