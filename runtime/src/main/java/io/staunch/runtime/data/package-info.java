/** The data path between tasks: batches in columns, rings of batches, and what is on its way. */
@NullMarked
package io.staunch.runtime.data;

import org.jspecify.annotations.NullMarked;
