/** When a checkpoint starts, completes and fails, and which ones are kept. Facts in, decision out. */
@NullMarked
package io.staunch.protocol.checkpoint;

import org.jspecify.annotations.NullMarked;
