/** What is said of ready-made keyed operators: deduplication and joins. */
@NullMarked
package io.staunch.keyed;

import org.jspecify.annotations.NullMarked;
