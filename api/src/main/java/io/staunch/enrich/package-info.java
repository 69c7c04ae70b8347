/** Calls to other systems whose answers come later. */
@NullMarked
package io.staunch.enrich;

import org.jspecify.annotations.NullMarked;
