/** Records that a sink's outside has refused, remembered by their places in the input. */
@NullMarked
package io.staunch.protocol.refused;

import org.jspecify.annotations.NullMarked;
