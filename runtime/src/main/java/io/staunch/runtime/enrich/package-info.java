/** Records that wait for the answers of other systems: who is asked when, and what goes on in which order. */
@NullMarked
package io.staunch.runtime.enrich;

import org.jspecify.annotations.NullMarked;
